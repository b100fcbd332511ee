/** Arithmetic of GF(2^8) by the polynomial that QR codes have. */
const POLYNOMIAL = 0x11d;

/**
 * The bytes that let a reader mend damage (Reed and Solomon), for one block of data.
 * @param degree how many.
 */
export function correctionOf(data: readonly number[], degree: number): number[] {
  const divisor = divisorOf(degree);
  let remainder = Array<number>(degree).fill(0);
  for (const byte of data) {
    const [first = 0, ...rest] = remainder;
    const factor = byte ^ first;
    remainder = [...rest, 0].map((value, at) => value ^ multiply(divisor[at] ?? 0, factor));
  }
  return remainder;
}

/** The product of (x - 2^0) to (x - 2^(degree-1)), without its leading 1, highest power first. */
function divisorOf(degree: number): number[] {
  let result = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let power = 0; power < degree; power += 1) {
    const before = result;
    const times = root;
    result = before.map((value, at) => multiply(value, times) ^ (before[at + 1] ?? 0));
    root = multiply(root, 2);
  }
  return result;
}

function multiply(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * POLYNOMIAL);
    product ^= ((other >>> bit) & 1) * one;
  }
  return product;
}
