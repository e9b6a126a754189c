import type { PlannedRendition } from "@kinora/domain/transcoding/ladder.ts";
import type { Services } from "../../context.ts";
import { minutesProblem } from "../../platform/access/plan-encoding.ts";
import { GiveUp } from "../../platform/refusal.ts";
import type { StoredPlan, Transcode } from "../encoding/transcode.ts";

const MINUTE_SECONDS = 60;

/**
 * What of a plan the account has minutes for in this month: where they do not last, the renditions of
 * H.264 alone, or what is copied alone. Transcodes that are planned at
 * one moment may all be admitted. @throws GiveUp `minutes_used` where nothing is copied; a retry in another month, or with a larger plan, continues.
 */
export async function withinMinutes(
  { clock, db }: Pick<Services, "clock" | "db">,
  transcode: Transcode,
  plan: StoredPlan,
): Promise<StoredPlan> {
  const { encoding } = plan;
  const problemOf = ({ length }: readonly PlannedRendition[]) => {
    const minutes = (length * encoding.durationSeconds) / MINUTE_SECONDS;
    const wanted = { now: clock.now(), minutes, transcodeId: transcode.id };
    return minutes === 0 ? null : minutesProblem(db, transcode.account_id, wanted);
  };
  const problem = await problemOf(encoding.renditions);
  if (problem === null) return plan;
  const usual = encoding.renditions.filter(({ codec }) => codec === undefined);
  if (usual.length > 0 && usual.length < encoding.renditions.length && (await problemOf(usual)) === null)
    return { ...plan, encoding: { ...encoding, renditions: usual } };
  if (plan.copy) return { ...plan, encoding: { ...encoding, renditions: [] } };
  throw new GiveUp("minutes_used", problem, true);
}
