import type { Services } from "../../context.ts";
import { minutesProblem } from "../../platform/access/plan-encoding.ts";
import { GiveUp } from "../../platform/refusal.ts";
import type { StoredPlan, Transcode } from "../encoding/transcode.ts";

const MINUTE_SECONDS = 60;

/**
 * What of a plan the account has minutes for in this month: where they do not last, what is copied alone. Transcodes that are planned at
 * one moment may all be admitted. @throws GiveUp `minutes_used` where nothing is copied; a retry in another month, or with a larger plan, goes on.
 */
export async function withinMinutes(
  { clock, db }: Pick<Services, "clock" | "db">,
  transcode: Transcode,
  plan: StoredPlan,
): Promise<StoredPlan> {
  const { encoding } = plan;
  const minutes = (encoding.renditions.length * encoding.durationSeconds) / MINUTE_SECONDS;
  if (minutes === 0) return plan;
  const wanted = { now: clock.now(), minutes, transcodeId: transcode.id };
  const problem = await minutesProblem(db, transcode.account_id, wanted);
  if (problem === null) return plan;
  if (plan.copy) return { ...plan, encoding: { ...encoding, renditions: [] } };
  throw new GiveUp("minutes_used", problem, true);
}
