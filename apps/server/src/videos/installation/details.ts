import type { file } from "@kinora/contract/advanced/videos.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";
import { missingVideo } from "../video-changes.ts";
import { readInstallationVideos } from "./list.ts";

/** Entries of the log on the page of a video. */
const LOG_LENGTH = 50;

type FileRow = RowOf<typeof file>;

interface LogRow {
  id: number;
  at: Date;
  action: string;
  actor: string | null;
  reason: string | null;
}

/** A video of any account with its files and its log; for superusers. @throws Refusal `not_found`. */
export async function readInstallationVideo(context: Context, videoId: number) {
  const [video] = await readInstallationVideos(context, [videoId]);
  if (!video) throw missingVideo();
  const { file_name, source_bytes: size_bytes, source_sha256: sha256, user } = video;
  return {
    ...video,
    uploader: user ?? null,
    source: { file_name, size_bytes, sha256: sha256?.toString("hex") ?? null },
    files: await readFiles(context, videoId),
    source_check: await readCheck(context, videoId),
    log: await readLog(context, videoId),
  };
}

/** The renditions of the version that plays, or of the first one while it is made. */
async function readFiles({ db }: Context, videoId: number): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select r.kind, r.label, r.width, r.height, r.codecs, r.size_bytes, r.state
    from renditions r join videos v on v.id = r.video_id
    where r.video_id = ${videoId} and r.version = greatest(1, v.version) and r.kind <> 'source'
    order by r.kind desc, r.height, r.id`.execute(db);
  return rows;
}

async function readCheck({ db }: Context, videoId: number) {
  const row = await db
    .selectFrom("source_checks")
    .select(["state", "checked_bytes", "total_bytes", "requested_at", "finished_at"])
    .where("video_id", "=", videoId)
    .executeTakeFirst();
  return row ?? null;
}

async function readLog({ db }: Context, videoId: number): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select l.id, l.created_at as at, l.action, l.changes ->> 'reason' as reason,
      case l.actor ->> 'kind'
        when 'user' then coalesce((select coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) from users
          where users.id = (l.actor ->> 'user_id')::bigint), 'A former member')
        when 'api_key' then coalesce((select 'API key ' || name from api_keys
          where api_keys.id = (l.actor ->> 'api_key_id')::bigint), 'API key')
        when 'upload_token' then 'Upload token' end as actor
    from audit_log l where l.object_type = 'video' and l.object_id = ${videoId}
    order by l.id desc limit ${LOG_LENGTH}`.execute(db);
  return rows;
}
