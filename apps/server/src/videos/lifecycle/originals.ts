import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import { originalLink } from "../../platform/access/playback-links.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { audit } from "../../platform/events/events.ts";
import { Refusal } from "../../platform/refusal.ts";
import { announceByCaller, lockVideo, missingVideo } from "../video-changes.ts";
import { deleteSourceFile } from "./retention.ts";

/** A link to the uploaded file, valid for an hour; logged in the audit log. @throws Refusal `not_found`, `taken_down`, `conflict` when the file is deleted. */
export async function linkOriginal(context: Context, grant: ProjectGrant, videoId: number) {
  const video = await context.db
    .selectFrom("videos")
    .select(["hash", "title", "file_name", "source_key", "takedown"])
    .where("id", "=", videoId)
    .where("project_id", "=", grant.projectId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!video) throw missingVideo();
  if (video.takedown) throw new Refusal("taken_down", "The operator took this video down. Its files cannot be read.");
  if (!video.source_key) throw gone();
  await audit(context.db, {
    accountId: grant.accountId,
    projectId: grant.projectId,
    actor: actorOf(context.caller),
    action: "video.original_downloaded",
    objectType: "video",
    objectId: videoId,
    objectTitle: video.title,
  });
  return { ...originalLink(context, video.hash), file_name: video.file_name };
}

/** Deletes the uploaded file; the renditions keep playing. @throws Refusal `conflict` when it is deleted already or still needed. */
export async function deleteOriginal(context: Context, grant: ProjectGrant, videoId: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, grant, videoId);
    if (!video.source_key) throw gone();
    const busy = await tx
      .selectFrom("transcodes")
      .select("id")
      .where("video_id", "=", videoId)
      .where("state", "in", ["queued", "running"])
      .executeTakeFirst();
    if (video.status !== "complete" || busy)
      throw new Refusal("conflict", "The original is still needed: wait until this video is complete.");
    await tx
      .updateTable("videos")
      .set({
        source_key: null,
        source_bytes: null,
        stored_bytes: sql<number>`greatest(0, stored_bytes - coalesce(source_bytes, 0))`,
        updated_at: context.clock.now(),
      })
      .where("id", "=", videoId)
      .execute();
    await context.jobs.send(tx, deleteSourceFile, { key: video.source_key });
    await announceByCaller(context, tx, video, "video.source_deleted", { size_bytes: video.source_bytes });
  });
}

const gone = () => new Refusal("conflict", "The original of this video is not stored any more.");
