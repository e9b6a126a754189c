import { providerRefusal } from "@kinora/domain/people/own-provider.ts";
import type { Problem } from "./client.ts";
import type { Asked } from "./second-factor/CodeStep.tsx";

/** Why a browser came back from its organization's own provider without a session; null when it did not. */
export const refusedInAddress: Problem | null = (() => {
  const message = providerRefusal(new URLSearchParams(location.search).get("refused"));
  return message === null ? null : { status: 403, message, fields: {} };
})();

/** The step that follows the organization's own provider, where the person has a second factor. The address forgets it. */
export function askedInAddress(): Asked | null {
  const given = new URLSearchParams(location.hash.slice(1));
  const ticket = given.get("ticket");
  if (ticket === null) return null;
  history.replaceState(null, "", location.pathname + location.search);
  return { ticket, app: given.get("app") === "true", passkey: given.get("passkey") === "true" };
}
