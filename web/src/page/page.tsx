/** The page: its state, its head, and the view of it that is shown. */
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";

import { sentence } from "../errors.ts";
import { reduce } from "../state/reducer.ts";
import { reviewLine } from "../state/review.ts";
import type { State, View } from "../state/state.ts";
import { useAnswers } from "./answers.ts";
import { Head, type DialogName } from "./head.tsx";
import { useAuto } from "./hooks/use_auto.ts";
import { type Command, useKeys } from "./hooks/use_keys.ts";
import { liveText } from "./hooks/use_live.ts";
import { linkTo, startingState, useAddress } from "./hooks/use_address.ts";
import { useDrop } from "./hooks/use_drop.ts";
import { useReading } from "./hooks/use_reading.ts";
import { useTheme } from "./hooks/use_theme.ts";
import { momentOf } from "./moment.ts";
import { toldOf } from "./entry/faults_at.tsx";
import { ReviewPanel } from "./panels/review.tsx";
import { later } from "./parts/later.tsx";
import { Notice } from "./parts/notice.tsx";
import { Live } from "./parts/live.tsx";
import { nextMistake } from "./record_rows.ts";
import { useLanguage } from "./hooks/use_language.ts";
import { ownLanguage, Words } from "./strings/strings.ts";
import { EnterView } from "./views/enter_view.tsx";
import { PlayView } from "./views/play_view.tsx";
import { useSolver } from "./hooks/use_solver.ts";

const AccountPanel = later(() => import("./panels/account.tsx").then((part) => part.AccountPanel));
const BidsPanel = later(() => import("./panels/bids.tsx").then((part) => part.BidsPanel));
const Help = later(() => import("./panels/help.tsx").then((part) => part.Help));
const Look = later(() => import("./panels/look.tsx").then((part) => part.Look));
const Quiz = later(() => import("./panels/quiz.tsx").then((part) => part.Quiz));
const Records = later(() => import("./entry/records.tsx").then((part) => part.Records));
const Share = later(() => import("./panels/share.tsx").then((part) => part.Share));

/** A page within another one: the table alone, nothing kept. */
const EMBEDDED = new URLSearchParams(location.search).has("embed");

function begin(): State {
  return startingState(ownLanguage(navigator.languages));
}

export function Page() {
  const [state, dispatch] = useReducer(reduce, undefined, begin);
  const words = useLanguage(state.settings.language);
  const { solver, service, why } = useSolver();
  const moment = useMemo(() => momentOf(state.hand), [state.hand]);
  const answers = useAnswers(solver, moment, dispatch);
  const reviews = useMemo(() => reviewLine(state), [state.hand, state.values]);
  const shown = { state, moment, answers, reviews, dispatch };
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const auto = useAuto({ moment, answers, dispatch, busy: `${state.view} ${dialog}` });
  const reading = useReading(state, dispatch, words);
  const address = useAddress(state, dispatch, EMBEDDED);
  const [link, setLink] = useState("");
  const dropping = useDrop(reading.open, reading.read);
  const open = (name: DialogName) => {
    if (name === "share") setLink(linkTo(state.hand));
    setDialog(name);
  };
  useTheme(state.settings);
  const view = (to: View) => {
    dispatch({ type: "view", view: to });
    if (to === state.view) scrollToView(to);
  };
  useShownFromTop(state.view);
  const best = answers.at(moment.place)?.best[0];
  const [said, setSaid] = useState("");
  useEffect(() => setSaid(""), [state.hand]);
  const act = (command: Command) => {
    switch (command) {
      case "best":
        if (best && moment.turn) dispatch({ type: "play", card: best });
        return;
      case "mistake":
      case "previousMistake": {
        const node = nextMistake(moment, reviews, command === "mistake" ? 1 : -1);
        if (node !== null) dispatch({ type: "go", node });
        else setSaid(words.controls.noMistake);
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
        return open(command);
      default:
        return dispatch({ type: "step", to: command });
    }
  };
  useKeys(act, state.settings.letterKeys);
  useFollowedFocus(state.hand.cursor);
  return (
    <Words.Provider value={words}>
      {EMBEDDED ? (
        <p class="embed-link">
          <a href={linkTo(state.hand)} target="_blank" rel="noopener">
            {words.share.open}
          </a>
        </p>
      ) : (
        <Head view={state.view} show={view} open={open} />
      )}
      {address.fault && <Notice text={`${words.bad.link} ${sentence(address.fault)}`} dismiss={address.dismiss} />}
      {state.view !== "enter" && state.faults.length > 0 && (
        <Notice
          text={state.faults.map((each) => sentence(toldOf(each, words))).join("; ")}
          dismiss={() => dispatch({ type: "faults", faults: [] })}
        />
      )}
      {why && <Notice text={solver ? words.bad.viaService : `${words.bad.noSolver} (${why.message})`} />}
      <div class={dropping ? "frame dropping" : "frame"} data-drop={words.entry.drop}>
        {state.list && (
          <Records
            list={state.list}
            costs={state.costs}
            solver={solver}
            dispatch={dispatch}
            select={(index) => dispatch({ type: "select", index })}
            close={() => dispatch({ type: "closeList" })}
          />
        )}
        {state.view === "enter" ? (
          <EnterView state={state} dispatch={dispatch} reading={reading} />
        ) : state.view === "quiz" ? (
          <Quiz key={moment.steps.map((step) => step.card).join()} {...shown} />
        ) : (
          <PlayView
            {...shown}
            playing={auto.playing}
            auto={auto.toggle}
            mistake={() => act("mistake")}
            said={said}
            aside={
              state.view === "review" ? (
                <>
                  <ReviewPanel {...shown} />
                  {moment.steps.length > 0 && <AccountPanel moment={moment} service={service} />}
                </>
              ) : undefined
            }
          />
        )}
      </div>
      <Live text={said || liveText(moment, answers, state.settings.showValues && state.view !== "quiz", state.settings.units === "points", words)} />
      {dialog === "help" && <Help close={() => setDialog(null)} letters={state.settings.letterKeys} setLetters={(letterKeys) => dispatch({ type: "settings", settings: { letterKeys } })} />}
      {dialog === "look" && (
        <Look
          settings={state.settings}
          change={(change) => dispatch({ type: "settings", settings: change })}
          close={() => setDialog(null)}
        />
      )}
      {dialog === "bids" && (
        <BidsPanel
          moment={moment}
          service={service}
          bid={(bid) => dispatch({ type: "bid", bid })}
          close={() => setDialog(null)}
        />
      )}
      {dialog === "share" && <Share moment={moment} link={link} close={() => setDialog(null)} />}
    </Words.Provider>
  );
}

/** To what a view is for: the review stands below the table where the page is narrow. */
function scrollToView(view: View) {
  const panel = view === "review" ? document.querySelector(".frame .review") : null;
  const below = panel && panel.getBoundingClientRect().top + scrollY > innerHeight;
  if (below) panel.scrollIntoView();
  else scrollTo(0, 0);
}

/** Another view begins at its own top, wherever the one before was scrolled to. */
function useShownFromTop(view: View) {
  const before = useRef(view);
  useLayoutEffect(() => {
    if (before.current !== view) scrollToView(view);
    before.current = view;
  }, [view]);
}

function focusCards() {
  document.querySelector<HTMLElement>(".hand.turn .tile[tabindex='0']")?.focus();
}

/** A card that was played from the keyboard takes the focus with it: it goes on to the next hand. */
function useFollowedFocus(cursor: number) {
  const within = useRef(false);
  useEffect(() => {
    const watch = () => {
      // Only by the keyboard: who presses with a finger or a mouse steps on with the arrows.
      within.current = document.activeElement?.matches(".hand :focus-visible") === true;
    };
    document.addEventListener("focusin", watch);
    return () => document.removeEventListener("focusin", watch);
  }, []);
  useLayoutEffect(() => {
    const lost = document.activeElement === document.body || document.activeElement?.closest(".hand:not(.turn)");
    if (within.current && lost) focusCards();
  }, [cursor]);
}
