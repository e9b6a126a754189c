import type { Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";

/**
 * Records how a transcode ended, in the transaction that ends it: reports and bills read the record, which stays when the video is
 * deleted. One that was retried has one record, of its last end; its wait is that of its first start.
 */
export async function recordTranscode(tx: Tx, transcodeId: number): Promise<void> {
  await sql`
    insert into transcode_records as record (transcode_id, video_id, title, project_id, account_id, state, finished_at,
      source_seconds, waited_seconds, encode_seconds, cpu_seconds, failure, renditions)
    select t.id, t.video_id, v.title, t.project_id, t.account_id, t.state, t.finished_at,
      coalesce((t.plan->'encoding'->>'durationSeconds')::double precision, v.duration_seconds, 0),
      greatest(0, extract(epoch from coalesce(t.started_at, t.finished_at) - t.queued_at)),
      greatest(0, extract(epoch from t.finished_at - coalesce(t.started_at, t.finished_at))),
      t.cpu_seconds,
      t.failure->>'code',
      coalesce((
        select jsonb_agg(jsonb_build_object('height', coalesce(r.height, 0), 'short_side', least(r.width, r.height),
          'seconds', r.duration_seconds, 'bytes', r.size_bytes, 'copied', r.copied) order by r.id)
        from renditions r
        where r.transcode_id = t.id and r.state = 'complete' and r.kind <> 'source'
          -- Taken over from the version before, not made.
          and (t.reuse is null or not t.reuse->'labels' ? r.label)), '[]')
    from transcodes t join videos v on v.id = t.video_id
    where t.id = ${transcodeId} and t.finished_at is not null
    on conflict (transcode_id) do update set title = excluded.title, project_id = excluded.project_id,
      account_id = excluded.account_id, state = excluded.state, finished_at = excluded.finished_at,
      source_seconds = excluded.source_seconds, encode_seconds = excluded.encode_seconds, cpu_seconds = excluded.cpu_seconds, failure = excluded.failure,
      renditions = excluded.renditions`.execute(tx);
}
