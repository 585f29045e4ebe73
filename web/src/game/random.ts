/**
 * Python's `random.Random(text).random()`: a text's SHA-512 seeds a Mersenne Twister, so that a seed deals the same
 * cards here, on the command line and over HTTP.
 */

const WORD = (1n << 64n) - 1n;

function primes(count: number): bigint[] {
  const known: bigint[] = [];
  for (let number = 2n; known.length < count; number += 1n) {
    if (known.every((prime) => number % prime !== 0n)) known.push(number);
  }
  return known;
}

/** The first 64 bits after the point of a number's root of this degree, as FIPS 180-4 makes its constants. */
function rootBits(number: bigint, degree: bigint): bigint {
  const scaled = number << (64n * degree);
  let low = 0n;
  let high = 1n << 80n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** degree <= scaled) low = middle;
    else high = middle;
  }
  return low & WORD;
}

interface Constants {
  readonly rounds: readonly bigint[];
  readonly state: readonly bigint[];
}
let constants: Constants | null = null;

function turned(word: bigint, bits: bigint): bigint {
  return ((word >> bits) | (word << (64n - bits))) & WORD;
}

/** SHA-512 of these bytes (FIPS 180-4). */
export function sha512(bytes: Uint8Array): Uint8Array {
  constants ??= {
    rounds: primes(80).map((prime) => rootBits(prime, 3n)),
    state: primes(8).map((prime) => rootBits(prime, 2n)),
  };
  const { rounds } = constants;
  const padded = new Uint8Array(Math.ceil((bytes.length + 17) / 128) * 128);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  let state = [...constants.state];
  for (let block = 0; block < padded.length; block += 128) {
    const words = Array.from({ length: 16 }, (_, place) => view.getBigUint64(block + 8 * place));
    for (let place = 16; place < 80; place += 1) {
      const [w15, w2] = [words[place - 15] ?? 0n, words[place - 2] ?? 0n];
      const early = turned(w15, 1n) ^ turned(w15, 8n) ^ (w15 >> 7n);
      const late = turned(w2, 19n) ^ turned(w2, 61n) ^ (w2 >> 6n);
      words.push(((words[place - 16] ?? 0n) + early + (words[place - 7] ?? 0n) + late) & WORD);
    }
    let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = state;
    words.forEach((word, place) => {
      const chosen = (e & f) ^ (~e & WORD & g);
      const sum = turned(e, 14n) ^ turned(e, 18n) ^ turned(e, 41n);
      const first = h + sum + chosen + (rounds[place] ?? 0n) + word;
      const most = (a & b) ^ (a & c) ^ (b & c);
      const second = (turned(a, 28n) ^ turned(a, 34n) ^ turned(a, 39n)) + most;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) & WORD, c, b, a, (first + second) & WORD];
    });
    state = [a, b, c, d, e, f, g, h].map((word, place) => (word + (state[place] ?? 0n)) & WORD);
  }
  const digest = new DataView(new ArrayBuffer(64));
  state.forEach((word, place) => digest.setBigUint64(8 * place, word));
  return new Uint8Array(digest.buffer);
}

const SIZE = 624;

/** The Mersenne Twister MT19937 as Python seeds it with a text. */
export class Random {
  private readonly state = new Uint32Array(SIZE);
  private place = SIZE;

  constructor(text: string) {
    const bytes = new TextEncoder().encode(text);
    const whole = new Uint8Array([...bytes, ...sha512(bytes)]);
    const key: number[] = [];
    for (let end = whole.length; end > 0; end -= 4) {
      let word = 0;
      for (const byte of whole.subarray(Math.max(0, end - 4), end)) word = ((word << 8) | byte) >>> 0;
      key.push(word);
    }
    while (key.length > 1 && key.at(-1) === 0) key.pop(); // a number has no leading zeros
    this.seed(key);
  }

  /** A number from 0 up to but without 1, even to 53 bits. */
  random(): number {
    const high = this.next() >>> 5;
    const low = this.next() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  private word(place: number): number {
    return this.state[place] ?? 0;
  }

  private mixed(place: number, factor: number): number {
    const before = this.word(place - 1);
    return (this.word(place) ^ Math.imul(before ^ (before >>> 30), factor)) >>> 0;
  }

  private seed(key: readonly number[]): void {
    const { state } = this;
    state[0] = 19650218;
    for (let place = 1; place < SIZE; place += 1) {
      const before = this.word(place - 1);
      state[place] = Math.imul(1812433253, before ^ (before >>> 30)) + place;
    }
    let place = 1;
    let used = 0;
    const step = (): void => {
      place += 1;
      if (place < SIZE) return;
      state[0] = this.word(SIZE - 1);
      place = 1;
    };
    for (let left = Math.max(SIZE, key.length); left > 0; left -= 1) {
      state[place] = this.mixed(place, 1664525) + (key[used] ?? 0) + used;
      used = (used + 1) % key.length;
      step();
    }
    for (let left = SIZE - 1; left > 0; left -= 1) {
      state[place] = this.mixed(place, 1566083941) - place;
      step();
    }
    state[0] = 0x80000000;
  }

  private next(): number {
    if (this.place >= SIZE) this.refill();
    let word = this.word(this.place);
    this.place += 1;
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  }

  private refill(): void {
    for (let place = 0; place < SIZE; place += 1) {
      const joined = (this.word(place) & 0x80000000) | (this.word((place + 1) % SIZE) & 0x7fffffff);
      this.state[place] = this.word((place + 397) % SIZE) ^ (joined >>> 1) ^ (joined & 1 ? 0x9908b0df : 0);
    }
    this.place = 0;
  }
}
