/** Trump, upcard, what each side must make and has, and what comes of it with best play. */
import type { Contract } from "../../game/auction.ts";
import { type BySide, type Card, SIDES, type Trump } from "../../game/cards.ts";
import { SuitIcon } from "../parts/icon.tsx";
import { cardShort, contractSpoken, trumpSpoken } from "../parts/spoken.ts";
import { useWords } from "../strings/strings.ts";

interface StateLineProps {
  readonly trump: Trump;
  readonly upcard: Card | null;
  readonly cards: number;
  readonly contracts: BySide<Contract> | null;
  readonly taken: BySide<number>;
  /** NS tricks with best play from here; null while unknown. */
  readonly ns: number | null;
  /** Points of both sides for those tricks; null where bids do not tell. */
  readonly score: BySide<number> | null;
  readonly broken: boolean;
  /** Whether the play is over, and the score no more a forecast. */
  readonly over: boolean;
}

export function StateLine({ trump, upcard, cards, contracts, taken, ns, score, broken, over }: StateLineProps) {
  const words = useWords();
  return (
    <dl class="state box">
      <div>
        <dt>{words.table.trump}</dt>
        <dd>
          {trump && <SuitIcon suit={trump} />} {trumpSpoken(trump, words)}
          {upcard && (
            <span class="muted upcard">
              {" "}
              {words.table.upcard} {cardShort(upcard)}
            </span>
          )}
        </dd>
        <dd class="muted small">{broken ? words.table.broken : words.table.unbroken}</dd>
      </div>
      {SIDES.map((side) => {
        const due = contracts?.[side];
        const end = ns === null ? null : side === "NS" ? ns : cards - ns;
        return (
          <div key={side} data-side={side}>
            <dt>
              {words.sides[side]}
              {due && `: ${contractSpoken(due, words)}`}
            </dt>
            <dd>
              {due ? words.table.takenOf(taken[side], due.total ?? cards) : words.tricks(taken[side])}
            </dd>
            <dd class="muted small">
              {over && score && words.pointsSigned(score[side])}
              {!over &&
                end !== null &&
                words.table.best(score ? String(end) : words.tricks(end), score ? words.pointsSigned(score[side]) : "")}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
