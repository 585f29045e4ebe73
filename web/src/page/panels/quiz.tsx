/** Guess the card: the costly moments of the play, one after another, with the values hidden until the answer. */
import { useState } from "preact/hooks";

import type { Card } from "../../game/cards.ts";
import { turningPoints } from "../../state/review.ts";
import { valuesOf } from "../../state/records.ts";
import { nodeAt } from "../moment.ts";
import { cardSpoken } from "../parts/spoken.ts";
import { amountOf, unitsOf } from "../record_rows.ts";
import type { Shown } from "../shown.ts";
import { useWords } from "../strings/strings.ts";
import { worthsOf } from "../worth.ts";
import { PlayView } from "../views/play_view.tsx";

interface QuizState {
  /** Which of the moments; those before are answered. */
  readonly moment: number;
  readonly tried: number;
  readonly right: number;
  readonly said: string;
  readonly solved: boolean;
}

const nothing = () => undefined;
const START: QuizState = { moment: 0, tried: 0, right: 0, said: "", solved: false };

export function Quiz(given: Shown) {
  const { moment, answers, reviews, dispatch } = given;
  const words = useWords();
  const [quiz, setQuiz] = useState(START);
  const whole = reviews.every((review) => review !== null);
  const turning = turningPoints(reviews).filter((review) => amountOf(review) > 0);
  const units = unitsOf(moment);
  const loss = turning[quiz.moment];
  const begin = (place: number) => {
    dispatch({ type: "go", node: nodeAt(moment, turning[place]?.index ?? 0) });
  };
  const over = whole && quiz.moment >= turning.length;
  const asking = loss !== undefined && moment.place === loss.index;
  const press = (card: Card) => {
    const values = answers.at(moment.place);
    if (!values || !moment.turn || !loss || !asking || quiz.solved) return;
    const worth = worthsOf(valuesOf(values), moment.turn, moment.cards, moment.margins, words)[card];
    if (!worth) return;
    const name = cardSpoken(card, words);
    if (worth.cost === 0) {
      const played = words.quiz.played(cardSpoken(loss.card, words), words.loses(words[units](amountOf(loss))));
      setQuiz({
        ...quiz,
        solved: true,
        right: quiz.right + (quiz.tried ? 0 : 1),
        said: `${words.quiz.right(name)} ${played}`,
      });
    } else setQuiz({ ...quiz, tried: quiz.tried + 1, said: words.quiz.wrong(name, words.loses(words[units](worth.cost))) });
  };
  const panel = (
    <section class="box panel quiz" aria-label={words.quiz.label}>
      <h2>{words.quiz.label}</h2>
      {!moment.steps.length ? (
        <p>{words.review.needsPlay}</p>
      ) : !whole ? (
        <p class="muted">{words.chart.partial}</p>
      ) : !turning.length ? (
        <p>{words.quiz.none}</p>
      ) : over ? (
        <>
          <p role="status">{words.quiz.done(quiz.right, turning.length)}</p>
          <button type="button" onClick={() => dispatch({ type: "view", view: "review" })}>
            {words.head.review}
          </button>
        </>
      ) : (
        <>
          <p>{words.quiz.question(quiz.moment + 1, turning.length)}</p>
          {!asking ? (
            <button type="button" class="first" onClick={() => begin(quiz.moment)}>
              {words.quiz.show}
            </button>
          ) : (
            <p>{moment.turn && words.quiz.ask(moment.turn)}</p>
          )}
          <p role="status">{quiz.said}</p>
          <div class="row">
            {asking && !quiz.solved && quiz.tried > 0 && (
              <button
                type="button"
                onClick={() =>
                  setQuiz({
                    ...quiz,
                    solved: true,
                    said: words.quiz.right(loss.best.map((card) => cardSpoken(card, words)).join(", ")),
                  })
                }
              >
                {words.quiz.giveUp}
              </button>
            )}
            {quiz.solved && (
              <button
                type="button"
                class="first"
                onClick={() => {
                  setQuiz({ ...quiz, moment: quiz.moment + 1, tried: 0, said: "", solved: false });
                  if (quiz.moment + 1 < turning.length) begin(quiz.moment + 1);
                }}
              >
                {words.quiz.next}
              </button>
            )}
            <button type="button" class="plain" onClick={() => dispatch({ type: "view", view: "play" })}>
              {words.quiz.end}
            </button>
          </div>
        </>
      )}
    </section>
  );
  return <PlayView {...given} playing={false} auto={nothing} mistake={nothing} pressed={press} hideValues={!quiz.solved} aside={panel} />;
}
