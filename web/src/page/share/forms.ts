/** A hand at its moment in every text that it can be shared as. */
import { BackAlleyError } from "../../errors.ts";
import { dealToJson } from "../../formats/deal_json.ts";
import { diagram } from "../../formats/diagram.ts";
import { dealToLine } from "../../formats/line.ts";
import { dealToPbn } from "../../formats/pbn_writing.ts";
import type { Deal } from "../../game/deal.ts";
import type { Moment } from "../moment.ts";

export const FORMS = ["line", "pbn", "json", "text", "frame", "element"] as const;
export type FormName = (typeof FORMS)[number];

/** The deal with the shown line as its play. */
export function dealOf({ hand, trump, steps }: Moment): Deal {
  const { hands, upcard, dealer, bids, rules } = hand;
  return { hands, trump, upcard, dealer, bids, play: steps.map((step) => step.card), rules };
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

/** The page's address with `embed` before the hand, which shows the table alone. */
export function embedded(link: string): string {
  const [page, fragment] = [link.split("#")[0] ?? "", link.split("#")[1] ?? ""];
  return `${page.split("?")[0]}?embed#${fragment}`;
}

export function sharedText(form: FormName, moment: Moment, link: string): string {
  try {
    switch (form) {
      case "line":
        return dealToLine(dealOf(moment));
      case "pbn":
        return dealToPbn(dealOf(moment));
      case "json":
        return JSON.stringify(dealToJson(dealOf(moment)));
      case "text":
        return diagram(dealOf(moment), true);
      case "frame":
        return `<iframe src="${attribute(embedded(link))}" title="Back Alley" width="640" height="720" loading="lazy"></iframe>`;
      case "element": {
        const script = new URL("embed.js", link.split(/[?#]/)[0]).href;
        return `<script src="${attribute(script)}" defer></script>\n<back-alley-hand hand="${attribute(link.split("#")[1] ?? "")}"></back-alley-hand>`;
      }
    }
  } catch (error) {
    if (error instanceof BackAlleyError) return error.message;
    throw error;
  }
}
