import { invalid } from '../errors.js';

export const LOGO_TYPES = ['image/png', 'image/jpeg'] as const;
export type LogoType = (typeof LOGO_TYPES)[number];

/** Bytes, and pixels, of a logo. */
const LOGO_MAX = { bytes: 200_000, width: 1_000, height: 400 };

/**
 * A logo from base64: what kind of picture it is says its bytes, whatever its name. Never SVG, which may hold scripts
 * and addresses.
 * @throws ServiceError VALIDATION_ERROR for what is neither PNG nor JPEG, or beyond the bounds.
 */
export function readLogo(base64: string): { type: LogoType; content: Buffer } {
  if (base64.length > Math.ceil(LOGO_MAX.bytes / 3) * 4)
    throw invalid(['logo'], `must have at most ${LOGO_MAX.bytes} bytes`);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw invalid(['logo'], 'must be base64');
  const content = Buffer.from(base64, 'base64');
  if (content.byteLength > LOGO_MAX.bytes) throw invalid(['logo'], `must have at most ${LOGO_MAX.bytes} bytes`);
  const picture = sizeOfPng(content) ?? sizeOfJpeg(content);
  if (picture === null) throw invalid(['logo'], 'must be a PNG or JPEG');
  const { type, width, height } = picture;
  if (width < 1 || height < 1 || width > LOGO_MAX.width || height > LOGO_MAX.height) {
    throw invalid(
      ['logo'],
      `must have at most ${LOGO_MAX.width} x ${LOGO_MAX.height} pixels, not ${width} x ${height}`,
    );
  }
  return { type, content };
}

interface Picture {
  type: LogoType;
  width: number;
  height: number;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG's first chunk has its size. */
function sizeOfPng(content: Buffer): Picture | null {
  if (content.length < 45 || !content.subarray(0, 8).equals(PNG)) return null;
  if (
    content.toString('latin1', 12, 16) !== 'IHDR' ||
    content.toString('latin1', content.length - 8, content.length - 4) !== 'IEND'
  ) {
    return null;
  }
  return { type: 'image/png', width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
}

/** A JPEG's frame header has its size; the segments before it are passed over by their lengths. */
function sizeOfJpeg(content: Buffer): Picture | null {
  if (content.length < 4 || content.readUInt16BE(0) !== 0xffd8 || content.readUInt16BE(content.length - 2) !== 0xffd9) {
    return null;
  }
  for (let at = 2; at + 9 <= content.length; ) {
    if (content[at] !== 0xff) return null;
    const marker = content[at + 1] ?? 0;
    const length = content.readUInt16BE(at + 2);
    if (isFrame(marker)) {
      return { type: 'image/jpeg', height: content.readUInt16BE(at + 5), width: content.readUInt16BE(at + 7) };
    }
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
}

/** Baseline and progressive frames and their kin; not the tables among the same numbers. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
