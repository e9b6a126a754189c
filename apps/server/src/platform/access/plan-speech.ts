import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { minutesShort, monthBegan, planLimits } from "./plan-limits.ts";

/** Sound whose speech is to be recognised. */
interface Sound {
  now: Date;
  /** Null until it is known. */
  seconds: number | null;
  /** The transcription of it, where it is under way: it does not count twice. */
  transcriptionId?: number;
}

/**
 * Why the account's plan does not allow to recognise the speech of a sound in this month of the account's calendar; null when it does.
 * Counted as it is charged, with the sound of transcriptions that are under way.
 */
export async function transcriptionProblem(
  on: Executor,
  accountId: number,
  { now, seconds, transcriptionId = 0 }: Sound,
): Promise<string | null> {
  const { transcribed_minutes: limit, plan } = await planLimits(on, accountId);
  if (limit === null) return null;
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(seconds), 0)::float8 / 60 as used from (
      select r.sound_seconds as seconds from account_metering m join transcription_records r on r.account_id = m.account_id
      where m.account_id = ${accountId} and r.finished_at >= ${monthBegan(now)}
      union all
      -- The length of the sound is 0 until it is cut.
      select coalesce(nullif(t.sound_seconds, 0), v.duration_seconds, 0)
      from transcriptions t join videos v on v.id = t.video_id
      where t.account_id = ${accountId} and t.state in ('queued', 'running') and t.id <> ${transcriptionId}) as sounds`.execute(
    on,
  );
  return minutesShort(plan, { limit, used: rows[0]?.used ?? 0, minutes: (seconds ?? 0) / 60, work: "transcribed" });
}
