import type { Tx } from "@kinora/db/connect.ts";
import { AUDIO_TRACKS_MAX, isEncoding, type AudioTrackKind } from "@kinora/domain/videos/audio-tracks.ts";
import { canonicalLanguage } from "@kinora/domain/videos/languages.ts";
import { MAIN_SOUND } from "@kinora/domain/videos/videos.ts";
import type { Context } from "../context.ts";
import { requireMinutes } from "../platform/access/plan-encoding.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { notify } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";
import { deleteSound } from "../transcoding/renditions/rendition-steering.ts";
import { addExtraBytes, announceByCaller, lockVideo, type LockedVideo } from "../videos/video-changes.ts";
import { STOPPED_NOTIFICATION } from "./open-track.ts";
import { showTrack } from "./progress.ts";
import { queueEncoding } from "./queue.ts";
import { deleteTrackFiles } from "./track-files.ts";
import { trackBytes } from "./track-renditions.ts";
import { missingTrack, readTrack, readTracks, type TrackRow } from "./tracks.ts";

/** Time for which players may finish reading a track. */
const GRACE_SECONDS = 600;

/** What people say of a track. */
interface TrackMeta {
  name: string;
  language: string | null;
  kind: AudioTrackKind;
  default: boolean;
}

/** Adds a track that waits for its file. @throws Refusal `invalid`, and `conflict` for a video that does not play or has enough tracks. */
export async function addTrack(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  meta: TrackMeta,
): Promise<TrackRow> {
  const language = readLanguage(meta.language);
  return context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, grant, videoId);
    if (video.version === 0) throw new Refusal("conflict", "Wait until this video plays, then add audio tracks.");
    if ((await readTracks(tx, videoId)).length >= AUDIO_TRACKS_MAX)
      throw new Refusal("conflict", `A video can have up to ${AUDIO_TRACKS_MAX} audio tracks.`);
    if (meta.default) await clearDefault(tx, videoId);
    const { id } = await tx
      .insertInto("audio_tracks")
      .values({
        ...{ video_id: videoId, project_id: video.project_id, account_id: video.account_id },
        ...{ name: meta.name, language, kind: meta.kind, by_default: meta.default, state: "waiting" },
        created_by: context.caller.kind === "user" ? context.caller.userId : null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await announceByCaller(context, tx, video, "video.audio_track_added", { name: meta.name, language });
    return readTrack(tx, videoId, id);
  });
}

/**
 * Changes what a track is called and whether players begin with it: one does, the first of the video's file where no other one
 * was chosen. @throws Refusal `invalid`, `not_found`
 */
export async function updateTrack(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  id: number,
  meta: TrackMeta,
): Promise<TrackRow> {
  const language = readLanguage(meta.language);
  return context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, grant, videoId);
    const before = await readTrack(tx, videoId, id);
    if (meta.default) await clearDefault(tx, videoId);
    await tx
      .updateTable("audio_tracks")
      .set({
        ...{ language, kind: meta.kind, by_default: meta.default, updated_at: context.clock.now() },
        // A name that nobody changed follows the source.
        ...(meta.name === before.name ? {} : { name: meta.name }),
      })
      .where("id", "=", id)
      .execute();
    const changes = { name: [before.name, meta.name], default: [before.default, meta.default] };
    await announceByCaller(context, tx, video, "video.audio_track_changed", changes);
    return readTrack(tx, videoId, id);
  });
}

/**
 * Deletes a track: playlists omit it at once, its files are deleted later. One of the video's file stays away when that is
 * transcoded again. @throws Refusal `not_found`, and `conflict` for the first of the video's file and while that is transcoded.
 */
export async function deleteTrack(context: Context, grant: ProjectGrant, videoId: number, id: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, grant, videoId);
    const { name } = await readTrack(tx, videoId, id);
    const row = await lockTrack(tx, videoId, id);
    if (row.label === null) await deleteUploaded(context, tx, video, row);
    else await deleteOfSource(context, tx, video, { id, label: row.label });
    await announceByCaller(context, tx, video, "video.audio_track_deleted", { name });
  });
}

async function deleteOfSource(
  context: Context,
  tx: Tx,
  video: LockedVideo,
  { id, label }: { id: number; label: string },
): Promise<void> {
  if (label === MAIN_SOUND)
    throw new Refusal("conflict", "The first audio track of the video's file stays: downloads and captions need it.");
  if (video.status !== "complete") throw new Refusal("conflict", "Wait until this video is complete.");
  await deleteSound(context, tx, video, label);
  await tx.updateTable("audio_tracks").set({ deleted: true, by_default: false }).where("id", "=", id).execute();
}

async function deleteUploaded(context: Context, tx: Tx, { id: videoId }: LockedVideo, row: LockedTrack): Promise<void> {
  const stored = row.state === "complete" ? trackBytes(row) : 0;
  await addExtraBytes(tx, videoId, -stored - row.upload_bytes);
  await tx.deleteFrom("audio_tracks").where("id", "=", row.id).execute();
  await notify(tx, STOPPED_NOTIFICATION, String(row.id));
  const files = { videoId, trackId: row.id };
  await context.jobs.send(tx, deleteTrackFiles, files, { startAfterSeconds: GRACE_SECONDS });
}

/** Stops the encoding of a track; what is encoded stays for a retry. @throws Refusal `conflict`, `not_found` */
export async function cancelTrack(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  id: number,
): Promise<TrackRow> {
  return context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, grant, videoId);
    const { state } = await lockTrack(tx, videoId, id);
    if (!isEncoding(state)) throw new Refusal("conflict", "This audio track is not being encoded.");
    await tx
      .updateTable("audio_tracks")
      .set({ state: "cancelled", updated_at: context.clock.now() })
      .where("id", "=", id)
      .execute();
    await notify(tx, STOPPED_NOTIFICATION, String(id));
    await showTrack(tx, videoId);
    await announceByCaller(context, tx, video, "video.audio_track_cancelled");
    return readTrack(tx, videoId, id);
  });
}

/**
 * Resumes a failed or cancelled track where it stopped.
 * @throws Refusal `conflict` also where the account's plan has no minutes left; `not_found`
 */
export async function retryTrack(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  id: number,
): Promise<TrackRow> {
  return context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, grant, videoId);
    const row = await lockTrack(tx, videoId, id);
    if (row.state !== "failed" && row.state !== "cancelled")
      throw new Refusal("conflict", "This audio track has nothing to retry.");
    await requireMinutes(tx, grant.accountId, context.clock.now());
    await queueEncoding(context, tx, video, row);
    await announceByCaller(context, tx, video, "video.audio_track_retried");
    return readTrack(tx, videoId, id);
  });
}

type LockedTrack = Awaited<ReturnType<typeof lockTrack>>;

async function lockTrack(tx: Tx, videoId: number, id: number) {
  const row = await tx
    .selectFrom("audio_tracks")
    .select(["id", "label", "state", "attempts", "version", "upload_bytes"])
    .select(["segment_bytes", "low_segment_bytes", "surround_segment_bytes"])
    .where("id", "=", id)
    .where("video_id", "=", videoId)
    .where("deleted", "=", false)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw missingTrack();
  return row;
}

const clearDefault = (tx: Tx, videoId: number) =>
  tx
    .updateTable("audio_tracks")
    .set({ by_default: false })
    .where("video_id", "=", videoId)
    .where("by_default", "=", true)
    .execute();

function readLanguage(text: string | null): string | null {
  if (text === null) return null;
  const language = canonicalLanguage(text);
  if (language !== null) return language;
  const message = "This is not a language such as en or pt-BR.";
  throw new Refusal("invalid", message, { fields: { language: [message] } });
}
