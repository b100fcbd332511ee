/** Spaces of any width; line feeds apart. */
export function isSpace(unit: number): boolean {
  return (
    unit === 0x09 ||
    unit === 0x0d ||
    unit === 0xa0 ||
    unit === 0x202f ||
    unit === 0x3000 ||
    (unit >= 0x2000 && unit <= 0x200a)
  );
}

/** Controls, joiners, directions and other units that nobody sees, beyond those of ASCII. */
export function isRareUnseen(unit: number): boolean {
  if (unit < 0x2028) return unit >= 0x7f && unit < 0xa0;
  const isFormatting = (unit >= 0x202a && unit <= 0x202e) || (unit >= 0x2060 && unit <= 0x206f);
  return isFormatting || unit === 0xfeff || (unit >= 0xfe00 && unit <= 0xfe0f) || (unit >= 0xe000 && unit <= 0xf8ff);
}
