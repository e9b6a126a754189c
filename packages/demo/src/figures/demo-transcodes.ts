import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Chance } from "./chance.ts";
import type { FigureStage } from "./stage.ts";

const DAY_MS = 86_400_000;
/** Transcodes on a day. */
const A_DAY = 1.4;
const FAILS = 0.05;
/** Numbers a project has for the transcodes of its demo, below zero: the queue numbers its own from 1 on. */
const A_PROJECT = 1_000;

/** Enters transcodes of the days before `now`, as if the videos had been made again and again. */
export async function addTranscodes(
  db: Database,
  chance: Chance,
  { projectId, accountId, videos }: FigureStage,
  days: number,
  now: Date,
): Promise<void> {
  const rows = [];
  for (let day = 0; day < days; day += 1) {
    for (let left = chance.around(A_DAY); left > 0; left -= 1) {
      const video = videos[Math.floor(videos.length * chance.next())];
      const finishedAt = new Date(now.getTime() - (day + chance.next()) * DAY_MS);
      if (!video || rows.length === A_PROJECT - 1) continue;
      const failed = chance.happens(FAILS);
      const made = video.renditions.map((each) => ({ ...each, seconds: video.seconds, copied: false }));
      rows.push({
        id: -(projectId * A_PROJECT + rows.length + 1),
        video: video.id,
        title: video.title,
        state: failed ? "failed" : "complete",
        at: finishedAt,
        source: video.seconds,
        waited: chance.between(0.5, 4) * (chance.happens(0.1) ? 30 : 1),
        encode: video.seconds * chance.between(0.2, 0.5),
        failure: failed ? "encoder_failed" : null,
        renditions: failed ? [] : made,
      });
    }
  }
  await sql`
    insert into transcode_records (transcode_id, video_id, title, project_id, account_id, state, finished_at, source_seconds,
      waited_seconds, encode_seconds, cpu_seconds, failure, renditions)
    select r.id, r.video, r.title, ${projectId}, ${accountId}, r.state, r.at, r.source, r.waited, r.encode, r.encode * 1.8,
      r.failure, r.renditions
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, video bigint, title text, state text,
      at timestamptz, source double precision, waited double precision, encode double precision, failure text, renditions jsonb)`.execute(
    db,
  );
}

/** Deletes the transcodes that a demo entered before. */
export async function dropTranscodes(db: Database, projectId: number): Promise<void> {
  await db.deleteFrom("transcode_records").where("project_id", "=", projectId).where("transcode_id", "<", 0).execute();
}
