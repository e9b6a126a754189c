import type { Executor, Tx } from "@kinora/db/connect.ts";
import { CAPTIONS_VERSIONS_MAX } from "@kinora/domain/videos/captions.ts";
import { sql } from "kysely";
import type { Context, Services } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { requireVideo } from "../video-changes.ts";
import { captionsKey, deleteCaptionsFile, missingCaptions } from "./captions-files.ts";

/** A file of captions as it was saved. */
export interface CaptionsVersion {
  version: number;
  cues: number;
  size_bytes: number;
  saved_by: { id: number; first_name: string; last_name: string } | null;
  saved_at: Date;
}

/** The file of captions and those before it that are kept, newest first. @throws Refusal `not_found`. */
export async function listCaptionsVersions(
  { db }: Context,
  grant: ProjectGrant,
  videoId: number,
  id: number,
): Promise<CaptionsVersion[]> {
  await requireVideo(db, grant, videoId);
  const { rows } = await sql<CaptionsVersion>`
    select v.version, v.cues, v.size_bytes, v.saved_at,
      case when u.id is null then null else json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) end as saved_by
    from (
      select revision as version, cues, size_bytes, saved_by, saved_at from captions where id = ${id} and video_id = ${videoId}
      union all
      select o.version, o.cues, o.size_bytes, o.saved_by, o.saved_at from captions_versions o
        join captions c on c.id = o.captions_id where c.id = ${id} and c.video_id = ${videoId}
    ) v left join users u on u.id = v.saved_by
    order by v.version desc`.execute(db);
  if (rows.length === 0) throw missingCaptions();
  return rows;
}

/**
 * Keeps the present file of captions, whose place another one is about to take, and lets go of those that are too many.
 * @returns bytes of the files that were let go.
 */
export async function keepVersion({ jobs }: Services, tx: Tx, videoId: number, id: number): Promise<number> {
  await sql`
    insert into captions_versions (captions_id, version, cues, size_bytes, saved_by, saved_at)
    select id, revision, cues, size_bytes, saved_by, saved_at from captions where id = ${id}`.execute(tx);
  const { rows: gone } = await sql<{ version: number; size_bytes: number }>`
    delete from captions_versions where captions_id = ${id} and version <= (
      select max(version) - ${CAPTIONS_VERSIONS_MAX}::int from captions_versions where captions_id = ${id}
    ) returning version, size_bytes`.execute(tx);
  return letGo({ jobs }, tx, videoId, id, gone);
}

/** Whether a version before the present one is kept. */
export async function isKept(db: Executor, id: number, version: number): Promise<boolean> {
  const row = await db
    .selectFrom("captions_versions")
    .select("version")
    .where("captions_id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets go of all files before the present one, as captions are about to be deleted. @returns their bytes. */
export async function removeVersions(
  { jobs }: Pick<Services, "jobs">,
  tx: Tx,
  videoId: number,
  id: number,
): Promise<number> {
  const gone = await tx
    .deleteFrom("captions_versions")
    .where("captions_id", "=", id)
    .returning(["version", "size_bytes"])
    .execute();
  return letGo({ jobs }, tx, videoId, id, gone);
}

async function letGo(
  { jobs }: Pick<Services, "jobs">,
  tx: Tx,
  videoId: number,
  id: number,
  gone: readonly { version: number; size_bytes: number }[],
): Promise<number> {
  for (const { version } of gone) await jobs.send(tx, deleteCaptionsFile, { key: captionsKey(videoId, id, version) });
  return gone.reduce((sum, { size_bytes: bytes }) => sum + bytes, 0);
}
