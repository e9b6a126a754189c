import type { Executor } from "@kinora/db/connect.ts";
import type { Services } from "../context.ts";
import { createToken } from "./tokens.ts";

/** A link that lets an invited person choose their name and password; valid 7 days, and the only valid one of theirs. */
export async function createActivation(
  { config, clock }: Pick<Services, "config" | "clock">,
  tx: Executor,
  userId: number,
): Promise<{ token: string; url: string }> {
  const token = await createToken(tx, "activate", userId, clock.now());
  return { token, url: `${config.urls.login}/activate?token=${token}` };
}
