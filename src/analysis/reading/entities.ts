/** The character references that answers carry, as UTF-16 units; any other is left as it is written. */
const ENTITIES: Readonly<Record<string, number>> = {
  amp: 0x26,
  lt: 0x3c,
  gt: 0x3e,
  quot: 0x22,
  apos: 0x27,
  nbsp: 0x20,
  copy: 0xa9,
  reg: 0xae,
  trade: 0x2122,
  hellip: 0x2026,
  ndash: 0x2013,
  mdash: 0x2014,
  lsquo: 0x2018,
  rsquo: 0x2019,
  ldquo: 0x201c,
  rdquo: 0x201d,
  bull: 0x2022,
  middot: 0xb7,
  euro: 0x20ac,
  pound: 0xa3,
  yen: 0xa5,
  deg: 0xb0,
  times: 0xd7,
  eacute: 0xe9,
  egrave: 0xe8,
  ouml: 0xf6,
  auml: 0xe4,
  uuml: 0xfc,
};

/** A character as HTML writes it: by its number, decimal or hexadecimal, or by its name. */
export const ENTITY = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,8}));/iy;

/** The UTF-16 unit that the match of {@link ENTITY} stands for; 0 where it is none. */
export function unitOfEntity([, decimal, hexadecimal, name]: RegExpExecArray): number {
  const named = ENTITIES[(name ?? '').toLowerCase()];
  const numbered = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : 0;
  return named ?? (numbered < 0x10000 ? numbered : 0);
}
