import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { test } from "node:test";

import { BackAlleyError, sentence } from "../../src/errors.ts";
import { textOf } from "../../src/formats/bytes.ts";
import { dealAndFaults } from "../../src/formats/deal_json.ts";
import { dealToLine } from "../../src/formats/line.ts";
import { MOST_JSON, MOST_RECORDS, type ReadText, readText, scanRecords } from "../../src/formats/read.ts";
import { fixture, vectors } from "../vectors.ts";

type Outcome = [string, string] | [string, string, string] | [number, string];

/** What is read of each record, in the form of the vectors. */
function outcomes(text: string): Outcome[] {
  return [...scanRecords(text)].map((record): Outcome => {
    const faults = record.error?.faults ?? record.item?.faults ?? [];
    if (faults[0]) return [faults.length, (record.place ? `${record.place}: ` : "") + sentence(faults[0])];
    if (!record.item) throw new Error("neither a deal nor a fault");
    const line = dealToLine(record.item.deal);
    return record.item.untold ? [record.place, line, record.item.untold.message] : [record.place, line];
  });
}

test("texts of all notations, whole and spoiled, are read or refused as the house does", () => {
  let refused = 0;
  let read = 0;
  for (const told of vectors<{ text: string; records: Outcome[] }>("texts")) {
    assert.deepEqual(outcomes(told.text), told.records, JSON.stringify(told.text));
    for (const [first] of told.records)
      if (typeof first === "number") refused += 1;
      else read += 1;
  }
  assert.ok(refused > 50 && read > 60, `${refused} refused, ${read} read`);
});

type Kept = { corpus: string; index: number; records: Outcome[] } | { file: string; count: number; digest: string };

test("the fuzzer's inputs and files of real deals are read or refused as the house does", async () => {
  for (const told of vectors<Kept>("corpus")) {
    if ("file" in told) {
      const read = outcomes(fixture(told.file));
      assert.equal(read.length, told.count);
      assert.equal(createHash("sha256").update(JSON.stringify(read)).digest("hex"), told.digest, told.file);
      continue;
    }
    const line = fixture(`corpus/${told.corpus}.jsonl`).split("\n")[told.index] ?? "";
    const bytes = Uint8Array.from(JSON.parse(line) as string, (letter) => letter.charCodeAt(0));
    const text =
      told.corpus === "file" ? await textOf(bytes) : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    assert.deepEqual(outcomes(text), told.records, `${told.corpus} ${told.index}`);
  }
});

test("every fault of a bad deal is told in its place", () => {
  for (const told of vectors<{ deal: unknown; faults: [string, string, string | null][] | null }>("bad_deals")) {
    const { faults } = dealAndFaults(told.deal);
    const listed = faults.map(({ pointer, message, rule }) => [pointer, message, rule]);
    assert.deepEqual(listed.length ? listed : null, told.faults, JSON.stringify(told.deal));
  }
});

test("an illegal card is told with its place, and the hand is kept", () => {
  const [record] = [...scanRecords("W H N:.A2.. .K3.. .Q4.. .J5.. 1 0 0 0 AH.KH.QH.JH.3H")];
  assert.deepEqual(record?.item?.faults.map(sentence), ["/play/4: N is to play and does not hold 3H (R11)"]);
  assert.deepEqual(record.item.deal.hands.N, ["AH", "2H"]);
});

const LONG = 10_000_000;
const TEXTS: Record<string, string> = {
  "one character": "x".repeat(LONG),
  blanks: " \n".repeat(LONG / 2),
  "blanks before a letter": " ".repeat(LONG / 3) + "x",
  exclamations: `md|1SAKQ,,,|mb|1N${"!".repeat(LONG / 3)}p|pc|HQ${"?".repeat(LONG / 20)}x|mb|${"..".repeat(9)}|`,
  "a long result": `vg|F,x,I,1,1|rs|4${" ".repeat(LONG / 20)}x,|qx|o1|md|1${".".repeat(LONG / 20)}x,,,|`,
  "one line": "W H N:.A.. .K.. .Q.. .J.. ".repeat(LONG / 26),
  "deal lines": "W H N:.A.. .K.. .Q.. .J..\n".repeat(LONG / 26),
  brackets: "[".repeat(LONG),
  "JSON lines": "{}\n".repeat(LONG / 3),
  "tags in one record": '[Deal "N:A... K... Q... J..."]\n[Trump "S"]\n'.repeat(LONG / 44),
  "open tags": '[Deal "'.repeat(LONG / 7),
  "open remarks": "[Event {".repeat(LONG / 8),
  quotes: '[Event "E"]\n' + '"'.repeat(LONG),
  "LIN in one value": "md|" + "S".repeat(LONG),
  "LIN of commands": "md|1,,,|".repeat(LONG / 8),
  "LIN of bars": "pn|" + "|".repeat(LONG),
};

for (const [name, text] of Object.entries(TEXTS)) {
  test(`10 MB of ${name} come to records or to one clear line, and never hold the page`, async (context) => {
    let clock = 0;
    context.mock.method(performance, "now", () => (clock += 1)); // a slice is over after nine looks, on any machine
    let beats = 0;
    const heart = setInterval(() => (beats += 1), 1);
    const told = await readText(text)
      .catch((error: unknown) => error)
      .finally(() => clearInterval(heart));
    assert.ok(!(told instanceof Error) || told instanceof BackAlleyError);
    const { records, cut } = told instanceof Error ? { records: [], cut: null } : (told as ReadText);
    const lines = told instanceof Error ? [told.message] : records.map(({ place }) => place);
    assert.ok(lines.length >= 1 && lines.length <= MOST_RECORDS);
    for (const line of lines) assert.ok(!line.includes("\n") && line.length < 300);
    if (cut) assert.match(cut.message, /^(the text has 1?[09],\d{3},\d{3} characters|more than 2,000 records)/);
    if (lines.length === MOST_RECORDS) assert.ok(cut && beats > 0, "it was read in slices");
  });
}

test("a long JSON value is refused in one line, and a long list of lines is not", async () => {
  const value = `[${'{"deal":"W H N:.A.. .K.. .Q.. .J.."},'.repeat(MOST_JSON / 30)}{}]`;
  const refused = (await readText(value)).records.map(({ error }) => error?.message ?? "");
  assert.equal(refused.length, 1);
  assert.match(
    refused[0] ?? "",
    /^one JSON value of [\d,]+ characters is more than the page reads at once, [\d,]+: write one deal a line$/,
  );
  const { records, cut } = await readText("W H N:.A.. .K.. .Q.. .J..\n".repeat(300));
  assert.equal(records.length, 300);
  assert.equal(cut, null);
});

test("files are text in the encodings that people have", async () => {
  const line = "W H N:.A.. .K.. .Q.. .J.. # ♥é";
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(line, "utf16le")]);
  for (const bytes of [Buffer.from(line), Buffer.from("\ufeff" + line), utf16, gzipSync(line)]) {
    assert.equal(await textOf(bytes), line);
  }
  assert.equal(await textOf(Buffer.from('[Event "é"]', "latin1")), '[Event "é"]');
  await assert.rejects(textOf(Buffer.from("é", "latin1")), { message: "the file is not valid UTF-8" });
  await assert.rejects(textOf(gzipSync(line).subarray(0, 30)), { message: "the file is no whole gzip file" });
});
