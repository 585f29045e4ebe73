import assert from "node:assert/strict";
import { test } from "node:test";

import { dealFrom, dealToJson } from "../../src/formats/deal_json.ts";
import { diagram } from "../../src/formats/diagram.ts";
import { dealToLine, fieldsFromLine } from "../../src/formats/line.ts";
import { dealToPbn } from "../../src/formats/pbn_writing.ts";
import { scanRecords } from "../../src/formats/read.ts";
import { vectors } from "../vectors.ts";

interface Written {
  line: string;
  pbn: string;
  diagram: string;
  symbols: string;
  json: unknown;
}

test("lines, PBN, diagrams and JSON are the house's, and read back", () => {
  for (const [number, told] of vectors<Written>("written").entries()) {
    const deal = dealFrom(fieldsFromLine(told.line));
    assert.equal(dealToLine(deal), told.line);
    assert.deepEqual(dealToJson(deal), told.json);
    assert.equal(dealToPbn(deal, number), told.pbn);
    assert.equal(diagram(deal), told.diagram);
    assert.equal(diagram(deal, true), told.symbols);
    for (const text of [told.pbn, JSON.stringify(dealToJson(deal))]) {
      const [record, ...others] = [...scanRecords(text)];
      assert.equal(others.length, 0);
      assert.equal(record?.item && dealToLine(record.item.deal), told.line);
    }
  }
});
