/** The bidding: what each seat may bid, who leads, and what the two sides must make (R6 to R10, R12 a). */

/** 0 for pass, a number of tricks, or board, as in JSON. */
export type Bid = number | "board";
