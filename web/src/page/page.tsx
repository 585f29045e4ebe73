/** The page: its state, its head, and the view of it that is shown. */
import { useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";

import type { Solver } from "../solver/solver.ts";
import { firstState, reduce } from "../state/reducer.ts";
import type { State, View } from "../state/state.ts";
import { useAnswers } from "./answers.ts";
import { Head, type DialogName } from "./head.tsx";
import { useAuto } from "./hooks/use_auto.ts";
import { type Command, useKeys } from "./hooks/use_keys.ts";
import { liveText } from "./hooks/use_live.ts";
import { readingOf } from "./hooks/use_reading.ts";
import { useTheme } from "./hooks/use_theme.ts";
import { momentOf } from "./moment.ts";
import { Help } from "./panels/help.tsx";
import { Quiz } from "./panels/quiz.tsx";
import { ReviewPanel } from "./panels/review.tsx";
import { Look } from "./panels/look.tsx";
import { Live } from "./parts/live.tsx";
import { nextMistake } from "./record_rows.ts";
import type { Dispatch } from "./shown.ts";
import { stringsOf, Words } from "./strings/strings.ts";
import { EnterView } from "./views/enter_view.tsx";
import { PlayView } from "./views/play_view.tsx";
import { useSolver } from "./hooks/use_solver.ts";

export function Page() {
  const [state, dispatch] = useReducer<State, Parameters<Dispatch>[0], undefined>(reduce, undefined, firstState);
  const words = stringsOf(state.settings.language);
  const { solver, trouble } = useSolver(words);
  const moment = useMemo(() => momentOf(state.hand), [state.hand]);
  const answers = useAnswers(solver, moment);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [letters, setLetters] = useState(true);
  const auto = useAuto({ moment, answers, dispatch });
  const reading = readingOf(state, dispatch, words);
  useTheme(state.settings);
  const view = (to: View) => dispatch({ type: "view", view: to });
  const best = answers.at(moment.place)?.best[0];
  const act = (command: Command) => {
    switch (command) {
      case "best":
        if (best && moment.turn) dispatch({ type: "play", card: best });
        return;
      case "mistake":
      case "previousMistake": {
        const node = nextMistake(moment, answers, command === "mistake" ? 1 : -1);
        if (node !== null) dispatch({ type: "go", node });
        return;
      }
      case "auto":
        return auto.toggle();
      case "units":
        return dispatch({
          type: "settings",
          settings: { units: state.settings.units === "tricks" ? "points" : "tricks" },
        });
      case "cards":
        return focusCards();
      case "escape":
        document.getElementById("table")?.focus();
        return;
      case "undo":
      case "redo":
        return dispatch({ type: command });
      case "enter":
      case "play":
      case "review":
      case "quiz":
        return view(command);
      case "help":
      case "share":
      case "bids":
        return setDialog(command);
      default:
        return dispatch({ type: "step", to: command });
    }
  };
  useKeys(act, letters);
  useFollowedFocus(state.hand.cursor);
  return (
    <Words.Provider value={words}>
      <Head view={state.view} show={view} open={setDialog} />
      {trouble && (
        <div class="notice" role="alert">
          <p>{trouble}</p>
        </div>
      )}
      <div class="frame">
        {state.view === "enter" ? (
          <EnterView state={state} dispatch={dispatch} reading={reading} missing={[]} />
        ) : state.view === "quiz" ? (
          <Quiz state={state} moment={moment} answers={answers} dispatch={dispatch} />
        ) : (
          <PlayView
            state={state}
            moment={moment}
            answers={answers}
            dispatch={dispatch}
            playing={auto.playing}
            auto={auto.toggle}
            aside={
              state.view === "review" ? <ReviewPanel moment={moment} answers={answers} dispatch={dispatch} /> : undefined
            }
          />
        )}
      </div>
      <Live text={liveText(moment, answers, state.settings.showValues, words)} />
      {dialog === "help" && <Help close={() => setDialog(null)} letters={letters} setLetters={setLetters} />}
      {dialog === "look" && (
        <Look
          settings={state.settings}
          change={(change) => dispatch({ type: "settings", settings: change })}
          close={() => setDialog(null)}
        />
      )}
    </Words.Provider>
  );
}

function focusCards() {
  document.querySelector<HTMLElement>(".hand.turn .tile[tabindex='0']")?.focus();
}

/** A card that was played from the keyboard takes the focus with it: it goes on to the next hand. */
function useFollowedFocus(cursor: number) {
  const within = useRef(false);
  useEffect(() => {
    const watch = () => {
      within.current = document.activeElement?.closest(".hand") != null;
    };
    document.addEventListener("focusin", watch);
    return () => document.removeEventListener("focusin", watch);
  }, []);
  useEffect(() => {
    const lost = document.activeElement === document.body || document.activeElement?.closest(".hand:not(.turn)");
    if (within.current && lost) focusCards();
  }, [cursor]);
}

export type { Solver };
