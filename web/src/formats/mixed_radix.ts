/**
 * Whole numbers packed into one, each in no more room than its bounds need, and that one as letters and digits.
 *
 * A form is told once, as a function that hands each value with its radix to a coder and goes on with what it gives
 * back: a writer gives back the value, a reader the one that was written. So writing and reading cannot differ.
 */

export interface Coder {
  /** The value, from 0 to radix - 1. */
  code(value: number, radix: number): number;
  large(value: bigint, radix: bigint): bigint;
}

export class Writer implements Coder {
  private readonly values: [bigint, bigint][] = [];

  code(value: number, radix: number): number {
    if (!Number.isInteger(value) || value < 0 || value >= radix) throw new RangeError(`${value} is not below ${radix}`);
    this.values.push([BigInt(value), BigInt(radix)]);
    return value;
  }

  large(value: bigint, radix: bigint): bigint {
    if (value < 0n || value >= radix) throw new RangeError(`${value} is not below ${radix}`);
    this.values.push([value, radix]);
    return value;
  }

  /** All values as one number. */
  whole(): bigint {
    return this.values.reduceRight((whole, [value, radix]) => whole * radix + value, 0n);
  }
}

export class Reader implements Coder {
  constructor(private rest: bigint) {}

  code(_: number, radix: number): number {
    return Number(this.large(0n, BigInt(radix)));
  }

  large(_: bigint, radix: bigint): bigint {
    const value = this.rest % radix;
    this.rest /= radix;
    return value;
  }

  /** Whether nothing is left, as is so after all that was written. */
  get done(): boolean {
    return this.rest === 0n;
  }
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CHECK = 65521n;

/** The remainder by which a number that was changed on its way is known. */
function check(whole: bigint): bigint {
  let hash = 0x811c9dc5;
  for (let rest = whole; rest > 0n; rest >>= 16n) hash = Math.imul(hash ^ Number(rest & 0xffffn), 0x01000193) >>> 0;
  return BigInt(hash) % CHECK;
}

/** The number with its check, in letters and digits, which every chat leaves alone. */
export function toLetters(whole: bigint): string {
  let rest = whole * CHECK + check(whole);
  let letters = "";
  for (; rest > 0n; rest /= 62n) letters = DIGITS.charAt(Number(rest % 62n)) + letters;
  return letters;
}

/** The number in the letters; null where they are none, or were changed. */
export function fromLetters(letters: string): bigint | null {
  if (!/^[0-9A-Za-z]+$/.test(letters)) return null;
  let whole = 0n;
  for (const letter of letters) whole = whole * 62n + BigInt(DIGITS.indexOf(letter));
  return whole % CHECK === check(whole / CHECK) ? whole / CHECK : null;
}
