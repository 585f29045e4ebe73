// A module with the calls of the core that traps whenever it is asked.

const I32 = 0x7f;
const F64 = 0x7c;
const UNREACHABLE = [0x00];

/** [name, parameters, results, body] of each call. */
const CALLS: readonly [string, number, readonly number[], readonly number[]][] = [
  ["_initialize", 0, [], []],
  ["room", 0, [I32], [0x41, 0]],
  ["open", 4, [I32], [0x41, 0]],
  ["table", 0, [I32], UNREACHABLE],
  ["cards", 0, [I32], UNREACHABLE],
  ["nodes", 0, [F64], [0x44, 0, 0, 0, 0, 0, 0, 0, 0]],
];

function vector(items: readonly (readonly number[])[]): number[] {
  return [items.length, ...items.flat()];
}

function section(id: number, body: readonly number[]): number[] {
  return [id, body.length, ...body];
}

function name(text: string): number[] {
  return [text.length, ...Buffer.from(text)];
}

export function trapping(): WebAssembly.Module {
  const types = CALLS.map(([, parameters, results]) => [0x60, parameters, ...Array(parameters).fill(I32), results.length, ...results]);
  const bodies = CALLS.map(([, , , body]) => [body.length + 2, 0, ...body, 0x0b]);
  return new WebAssembly.Module(
    Uint8Array.from([
      ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(1, vector(types)),
      ...section(3, vector(CALLS.map((_, index) => [index]))),
      ...section(5, vector([[0, 1]])),
      ...section(7, vector([[...name("memory"), 2, 0], ...CALLS.map(([call], index) => [...name(call), 0, index])])),
      ...section(10, vector(bodies)),
    ]),
  );
}
