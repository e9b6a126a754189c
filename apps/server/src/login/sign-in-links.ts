import type { Tx } from "@kinora/db/connect.ts";
import type { Services } from "../context.ts";
import { Refusal } from "../platform/refusal.ts";
import { activationMail, resetMail, wasMailedJustNow } from "./mail-tasks.ts";
import { signsInWithProvider } from "./own-provider/required.ts";

export type SignInLink = "reset" | "activation";

/**
 * Mails a person the link to choose a new password, or the one to activate their sign-in while they are invited.
 * @throws Refusal `conflict` for a person who signs in with their organization's provider, or was mailed a link less than a minute ago.
 */
export async function mailLinkTo(
  { jobs, clock }: Pick<Services, "jobs" | "clock">,
  tx: Tx,
  { id, email, status }: { id: number; email: string; status: "invited" | "active" },
): Promise<SignInLink> {
  if (await signsInWithProvider(tx, id))
    throw new Refusal(
      "conflict",
      "This person signs in with their organization's provider, and needs no password here.",
    );
  if (await wasMailedJustNow({ db: tx, clock }, id))
    throw new Refusal("conflict", `A link was mailed to ${email} less than a minute ago.`);
  if (status === "invited") {
    await jobs.send(tx, activationMail, { userId: id });
    return "activation";
  }
  await jobs.send(tx, resetMail, { email, askedAt: clock.now().toISOString() });
  return "reset";
}
