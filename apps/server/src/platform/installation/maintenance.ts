import { maintenanceSentence, secondsToTryAgain } from "@kinora/domain/operations/maintenance.ts";
import type { Context, Services } from "../../context.ts";
import { Refusal } from "../refusal.ts";

/**
 * Refuses changes by everyone but superusers while maintenance is on; API keys and upload tokens are nobody's privilege.
 * @throws Refusal `maintenance` with the seconds after which to try again.
 */
export async function requireNoMaintenance(context: Pick<Context, "caller" | "installation" | "clock">): Promise<void> {
  const { caller } = context;
  // A superuser who acts as another person has to be able to end that.
  if (caller.kind === "user" && ((caller.superuser && !caller.viewAs) || caller.acting)) return;
  await requireOpen(context);
}

/** The same for callers who are nobody yet. @throws Refusal `maintenance`. */
export async function requireOpen({ installation, clock }: Pick<Services, "installation" | "clock">): Promise<void> {
  const { maintenance } = await installation.settings();
  if (maintenance.mode !== "on") return;
  const now = clock.now();
  throw new Refusal("maintenance", maintenanceSentence(maintenance, now), {
    retryAfterSeconds: secondsToTryAgain(maintenance, now),
  });
}
