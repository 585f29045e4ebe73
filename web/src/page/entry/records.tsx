/** The hands of a text or file: their boards, results and the costliest card of each. */
import { useEffect, useState } from "preact/hooks";

import { sentence } from "../../errors.ts";
import type { RecordList } from "../../state/state.ts";
import type { Solver } from "../../solver/solver.ts";
import { isPlayed, useCosts } from "../hooks/use_costs.ts";
import type { Dispatch } from "../shown.ts";
import { Icon } from "../parts/icon.tsx";
import { cardShort } from "../parts/spoken.ts";
import type { State } from "../../state/state.ts";
import { useWords } from "../strings/strings.ts";

interface RecordsProps {
  readonly list: RecordList;
  readonly costs: State["costs"];
  readonly select: (index: number) => void;
  readonly close: () => void;
  readonly solver: Solver | null;
  readonly dispatch: Dispatch;
}

/** Rows that are shown at a time. */
const ROWS = 50;

export function Records({ list, costs, select, close, solver, dispatch }: RecordsProps) {
  const words = useWords();
  const [from, setFrom] = useState(0);
  const to = Math.min(from + ROWS, list.records.length);
  useEffect(() => setFrom(0), [list.records]);
  useCosts(solver, list, from, to, costs, dispatch);
  return (
    <section class="box records" aria-label={words.list.label}>
      <header class="row spread">
        <h2>
          {list.name || words.list.label} <span class="muted">({list.records.length})</span>
        </h2>
        <button type="button" class="plain" aria-label={words.list.close} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      {list.cut && <p class="fault" lang="en">{list.cut.message}</p>}
      {list.records.length > ROWS && (
        <div class="row">
          <button type="button" disabled={from === 0} onClick={() => setFrom(Math.max(0, from - ROWS))}>
            {words.list.before}
          </button>
          <span>{words.list.range(from + 1, to, list.records.length)}</span>
          <button type="button" disabled={to === list.records.length} onClick={() => setFrom(to)}>
            {words.list.after}
          </button>
        </div>
      )}
      <div class="record-scroll">
        <table class="list">
          <thead>
            <tr>
              <th scope="col">{words.list.board}</th>
              <th scope="col">{words.list.result}</th>
              <th scope="col">{words.list.costliest}</th>
            </tr>
          </thead>
          <tbody>
            {list.records.slice(from, to).map((record, row) => {
              const index = from + row;
              const cost = costs[index];
              const title = record.title || record.board || record.place || String(index + 1);
              return (
                <tr key={index} class={index === list.selected ? "selected" : ""}>
                  <th scope="row">
                    <button
                      type="button"
                      class="plain"
                      aria-current={index === list.selected ? "true" : undefined}
                      disabled={record.hand === null}
                      onClick={() => select(index)}
                    >
                      {title}
                    </button>
                  </th>
                  {record.hand === null ? (
                    <td colSpan={2}>
                      <p class="fault">{record.faults[0] ? sentence(record.faults[0]) : words.list.unread}</p>
                    </td>
                  ) : (
                    <>
                      <td>{cost?.ns == null ? "" : `${words.sides.NS} ${cost.ns}`}</td>
                      <td>
                        {!isPlayed(record.hand)
                          ? words.list.unplayed
                          : !cost
                            ? words.list.solving
                            : cost.card
                            ? `${cardShort(cost.card)} −${cost.lossPoints ?? cost.lossTricks}`
                            : cost.ns === null
                              ? words.list.unplayed
                              : words.list.nothing}
                        {record.faults[0] && <p class="fault" lang="en">{sentence(record.faults[0])}</p>}
                      </td>
                    </>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
