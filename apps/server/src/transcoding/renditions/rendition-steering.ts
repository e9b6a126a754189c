import type { Tx } from "@kinora/db/connect.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { otherRenditionsOf } from "@kinora/domain/videos/audio-tracks.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Context, Services } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { notify, publish } from "../../platform/events/events.ts";
import { record } from "../../platform/events/record.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { Refusal } from "../../platform/refusal.ts";

/** Time for which players may finish reading the rendition. */
const GRACE_SECONDS = 600;

/** Removes the files of a rendition that was deleted. */
export const deleteRenditionFiles = task({
  name: "transcoding.delete_rendition_files",
  payload: z.object({
    videoId: z.number(),
    version: z.number(),
    label: z.string().regex(/^(?:[1-9]\d{0,4}p(?:-(?:hevc|av1))?|audio-[2-8])$/),
  }),
  maximumFailures: 8,
  async run({ storage }, { videoId, version, label }) {
    await storage.deletePrefix(`assets/${videoId}/v${version}/${label}/`);
    await storage.delete(`assets/${videoId}/v${version}/mp4/${label}.mp4`);
  },
});

/**
 * Deletes one finished rendition; playlists omit it at once, its files are deleted later.
 * @throws Refusal `not_found`, and `conflict` for the last one, the sound, and while the video is being transcoded.
 */
export async function deleteRendition(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  renditionId: number,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const video = await tx
      .selectFrom("videos")
      .select(["hash", "title", "version", "status"])
      .where("id", "=", videoId)
      .where("project_id", "=", grant.projectId)
      .where("deleted_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    const renditions = await tx
      .selectFrom("renditions")
      .select(["id", "kind", "label", "further_codec", "state"])
      .where("video_id", "=", videoId)
      .where("version", "=", video?.version ?? 0)
      .execute();
    const rendition = renditions.find(({ id }) => id === renditionId);
    if (!video || !rendition)
      throw new Refusal("not_found", "This rendition does not exist or belongs to another video.");
    const rungs = renditions.filter(
      ({ kind, further_codec: further, state }) => kind === "video" && further === null && state === "complete",
    );
    if (rendition.kind !== "video")
      throw new Refusal("conflict", "The sound cannot be deleted: every rendition needs it.");
    if (video.status !== "complete" || rendition.state !== "complete")
      throw new Refusal("conflict", "Wait until this video is complete.");
    if (rungs.every(({ id }) => id === renditionId))
      throw new Refusal(
        "conflict",
        "The last H.264 rendition cannot be deleted: some players could not play the video.",
      );
    const bytes = await remove(context, tx, { id: videoId, version: video.version }, rendition);
    const object = { type: "video", id: videoId, title: video.title };
    const changes = { label: rendition.label, size_bytes: bytes };
    await record(context, tx, grant, { action: "video.rendition_deleted", object, changes });
    await publish(tx, projectChannel(grant.projectId), VIDEO_CHANGED_EVENT, { id: videoId });
    await notify(tx, "playback_changed", video.hash);
  });
}

/** Deletes a sound of the source of a locked video beside the first one; its files are deleted later. */
export async function deleteSound(
  services: Services,
  tx: Tx,
  video: { id: number; version: number },
  label: string,
): Promise<void> {
  const sounds = await tx
    .selectFrom("renditions")
    .select(["id", "label"])
    .where("video_id", "=", video.id)
    .where("version", "=", video.version)
    .where("label", "in", [label, ...otherRenditionsOf(label)])
    .execute();
  for (const sound of sounds) await remove(services, tx, video, sound);
}

/** Deletes a rendition of a video's current version, and its files after a while; returns how many bytes that frees. */
async function remove(
  services: Services,
  tx: Tx,
  { id: videoId, version }: { id: number; version: number },
  { id, label }: { id: number; label: string },
): Promise<number> {
  const bytes = await bytesOf(services, videoId, version, label);
  await tx.deleteFrom("renditions").where("id", "=", id).execute();
  await tx
    .updateTable("videos")
    .set({ stored_bytes: sql<number>`greatest(0, stored_bytes - ${bytes})`, updated_at: services.clock.now() })
    .where("id", "=", videoId)
    .execute();
  const files = { videoId, version, label };
  await services.jobs.send(tx, deleteRenditionFiles, files, { startAfterSeconds: GRACE_SECONDS });
  return bytes;
}

/** The stored size of a rendition: its segments and its download. */
async function bytesOf({ storage }: Services, videoId: number, version: number, label: string): Promise<number> {
  let bytes = (await storage.stat(`assets/${videoId}/v${version}/mp4/${label}.mp4`))?.sizeBytes ?? 0;
  for await (const { sizeBytes } of storage.list(`assets/${videoId}/v${version}/${label}/`)) bytes += sizeBytes;
  return bytes;
}
