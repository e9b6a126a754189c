import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { encodedRenditions } from "../database/encoded-renditions.ts";
import { Refusal } from "../refusal.ts";
import { larger, minutesShort, monthBegan, planLimits } from "./plan-limits.ts";

/** How many lines the shorter side of a rendition may have by the account's plan; null without a limit. */
export const plannedLines = async (on: Executor, accountId: number): Promise<number | null> =>
  (await planLimits(on, accountId)).rendition_lines;

/** Why the account's plan allows no rendition of so many lines; null when it does. */
export async function linesProblem(on: Executor, accountId: number, lines: number): Promise<string | null> {
  const { rendition_lines: limit, plan } = await planLimits(on, accountId);
  return limit === null || lines <= limit ? null : larger(plan, `renditions of up to ${limit}p`);
}

interface Encoding {
  now: Date;
  /** What is to be encoded; without it, whether there is anything left. */
  minutes?: number;
  /** The transcode of which they are. */
  transcodeId?: number;
  /** The uploaded audio track of which they are. */
  trackId?: number;
}

/**
 * Why the account's plan allows no further encoding in this month of the account's calendar; null when it does. Counted as it is charged:
 * renditions with pictures and uploaded audio tracks that were encoded, and those that transcodes in progress have planned or are encoded.
 */
export async function minutesProblem(
  on: Executor,
  accountId: number,
  { now, minutes = 0, transcodeId = 0, trackId = 0 }: Encoding,
): Promise<string | null> {
  const { encoded_minutes: limit, plan } = await planLimits(on, accountId);
  if (limit === null) return null;
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(seconds), 0)::float8 / 60 as used from (
      select encoded.seconds from account_metering m join transcode_records r on r.account_id = m.account_id, ${encodedRenditions}
      where m.account_id = ${accountId}
        and r.finished_at >= ${monthBegan(now)}
      union all
      select r.seconds from account_metering m join audio_track_records r on r.account_id = m.account_id
      where m.account_id = ${accountId} and r.finished_at >= ${monthBegan(now)}
      union all
      select coalesce(v.duration_seconds, 0) from audio_tracks t join videos v on v.id = t.video_id
      where t.account_id = ${accountId} and t.label is null and t.state in ('queued', 'running') and t.id <> ${trackId}
      union all
      select t.media_seconds from transcodes t join renditions r on r.transcode_id = t.id
      where t.account_id = ${accountId} and t.state in ('queued', 'running') and t.id <> ${transcodeId}
        and r.kind = 'video' and not r.copied and (t.reuse is null or not t.reuse->'labels' ? r.label)) as minutes`.execute(
    on,
  );
  return minutesShort(plan, { limit, used: rows[0]?.used ?? 0, minutes, work: "encoded" });
}

/** @throws Refusal `conflict` when the account's plan allows no further encoding in this month. */
export async function requireMinutes(on: Executor, accountId: number, now: Date): Promise<void> {
  const problem = await minutesProblem(on, accountId, { now });
  if (problem !== null) throw new Refusal("conflict", problem);
}
