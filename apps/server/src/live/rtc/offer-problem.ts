import type { Logger } from "../../platform/log.ts";
import { Refusal } from "../../platform/refusal.ts";

/** The offer cannot be answered; the message is a sentence for users. */
export class OfferProblem extends Error {}

/** The problem of an offer that was not answered. */
export const offerProblem = (error: unknown): OfferProblem =>
  error instanceof OfferProblem
    ? error
    : new OfferProblem("The offer is not a session description of WebRTC.", { cause: error });

/** Refuses a client whose offer was not answered, with the reason; other errors are passed on. */
export function refuseOffer(error: unknown, log: Pick<Logger, "info">): never {
  if (!(error instanceof OfferProblem)) throw error;
  log.info({ err: error }, "WebRTC offer refused");
  throw new Refusal("invalid", error.message);
}
