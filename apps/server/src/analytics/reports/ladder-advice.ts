import { ADVICE_DAYS, adviseRungs, type AdvisedRung, type RungUse } from "@kinora/domain/analytics/ladder-advice.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { bounded } from "../../platform/lists/bounded-read.ts";
import { REPORT_PATIENCE_MS } from "./reports.ts";

const DAY_MS = 86_400_000;

/**
 * What each rendition of a project's videos stores, how much of the last 30 days it was watched by viewers, and what that says about
 * it. Players report the height of the picture, which is looked up among the renditions that the video has now.
 * @throws Refusal `unavailable` when it takes longer than 10 s.
 */
export async function readLadderAdvice({ db, clock }: Context, { projectId }: ProjectGrant): Promise<AdvisedRung[]> {
  const since = new Date(clock.now().getTime() - ADVICE_DAYS * DAY_MS);
  const { rows } = await bounded(
    db,
    (tx) =>
      sql<RungUse>`
        with made as (
          -- The codecs of one height are watched, and dropped, together; the shortest label is that of H.264.
          select r.video_id, min(r.label) as label, r.height, min(least(r.width, r.height)) as side, sum(r.size_bytes) as size_bytes
          from videos v join renditions r on r.video_id = v.id and r.version = v.version and r.kind = 'video' and r.state = 'complete'
          where v.project_id = ${projectId} and v.deleted_at is null group by r.video_id, r.height),
        watched as (
          select item_id as video_id, shown.key as height, sum(shown.value::float8) as ms, count(*) as plays
          from views cross join lateral jsonb_each_text(heights) as shown
          where project_id = ${projectId} and item_kind = 'video' and audience = 'viewer' and loaded_at >= ${since}
            and day >= ${since}::date
          group by 1, 2)
        select made.label, count(*)::int as videos, sum(made.size_bytes)::float8 as bytes,
          coalesce(sum(watched.ms), 0)::float8 / 1000 as watched_seconds, coalesce(sum(watched.plays), 0)::int as plays
        from made left join watched on watched.video_id = made.video_id and watched.height = made.height::text
        group by made.label order by avg(made.side), made.label`.execute(tx),
    { patienceMs: REPORT_PATIENCE_MS },
  );
  return adviseRungs(rows);
}
