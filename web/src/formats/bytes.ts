/** Bytes of a file to text: UTF-8, UTF-16 with its mark, ISO 8859-1 in PBN and LIN alone, and gzip of these. */
import { failure } from "../errors.ts";

const LATIN_1_FORMATS = /^\s*(?:%|;|\[\s*[A-Za-z]|\{(?!\s*["}])|[a-z]{2}\|)/;
/** A file may unpack to this much, so that a small one cannot fill the memory. */
const MOST_BYTES = 1 << 26;

/** The text of a file's bytes, without a byte order mark; an error where it is none that is read here. */
export async function textOf(packed: Uint8Array): Promise<string> {
  if (packed[0] === 0x28 && packed[1] === 0xb5 && packed[2] === 0x2f && packed[3] === 0xfd) {
    throw failure("deal", "the file is packed with Zstandard: unpack it first");
  }
  const bytes = packed[0] === 0x1f && packed[1] === 0x8b ? await unpacked(packed) : packed;
  const mark = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (mark === "fffe0000" || mark === "0000feff") throw failure("deal", "the text is UTF-32; write it as UTF-8");
  if (mark.startsWith("fffe") || mark.startsWith("feff")) {
    return decoded(
      bytes,
      mark.startsWith("fffe") ? "utf-16le" : "utf-16be",
      "UTF-16, which the file's mark says it is",
    );
  }
  const zeros = bytes.reduce((count, byte) => count + Number(byte === 0), 0);
  if (3 * zeros > bytes.length) {
    throw failure("deal", "the text is no UTF-8: every other byte is zero, as in UTF-16 without its mark");
  }
  try {
    return decoded(bytes, "utf-8", "UTF-8");
  } catch (error) {
    const text = Array.from(bytes.subarray(0, 1000), (byte) => String.fromCharCode(byte)).join("");
    if (!LATIN_1_FORMATS.test(text)) throw error;
    return new TextDecoder("iso-8859-1").decode(bytes);
  }
}

function decoded(bytes: Uint8Array, encoding: string, name: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw failure("deal", `the file is not valid ${name}`);
  }
}

async function unpacked(packed: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    const stream = new Blob([new Uint8Array(packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
    const reader = stream.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      size += part.value.length;
      if (size > MOST_BYTES) break;
    }
    if (size > MOST_BYTES) await reader.cancel();
  } catch {
    throw failure("deal", "the file is no whole gzip file");
  }
  if (size > MOST_BYTES) {
    throw failure(
      "deal",
      `the file unpacks to more than ${MOST_BYTES >> 20} MB, too much for its size: unpack it first`,
    );
  }
  const whole = new Uint8Array(size);
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}
