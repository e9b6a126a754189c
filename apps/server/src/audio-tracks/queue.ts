import type { Tx } from "@kinora/db/connect.ts";
import { takesFile } from "@kinora/domain/videos/audio-tracks.ts";
import type { Services } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { Refusal } from "../platform/refusal.ts";
import { addExtraBytes } from "../videos/video-changes.ts";
import { encodeTrack } from "./encode.ts";
import { showTrack } from "./progress.ts";
import { trackFolder } from "./track-files.ts";

/** The storage key of a file that is uploaded as a track; `name` is unique among those of the track. */
export const trackUploadKey = (videoId: number, trackId: number, name: string) =>
  `${trackFolder(videoId, trackId)}upload/${name}`;

/**
 * Checks that an upload may become the file of a track; returns the id of the track's video.
 * @throws Refusal `forbidden` without video_edit, `invalid` for a track that is not one of the project's, `conflict` for one that
 *   has its file or gets another.
 */
export async function beginTrackUpload(tx: Tx, grant: ProjectGrant, trackId: number): Promise<number> {
  if (!grant.permissions.has("video_edit"))
    throw new Refusal("forbidden", "Your role lacks the “Edit videos” permission.");
  const track = await tx
    .selectFrom("audio_tracks")
    .innerJoin("videos", "videos.id", "audio_tracks.video_id")
    .select(["audio_tracks.video_id", "audio_tracks.state"])
    .where("audio_tracks.id", "=", trackId)
    .where("audio_tracks.project_id", "=", grant.projectId)
    .where("audio_tracks.label", "is", null)
    .where("videos.deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!track) {
    const message = "Choose an audio track of this project that was added for an upload.";
    throw new Refusal("invalid", message, { fields: { audio_track_id: [message] } });
  }
  if (!takesFile(track.state))
    throw new Refusal("conflict", "This audio track has its file already. Delete it and add another one.");
  const open = await tx
    .selectFrom("uploads")
    .select("id")
    .where("audio_track_id", "=", trackId)
    .where("state", "=", "uploading")
    .executeTakeFirst();
  if (open)
    throw new Refusal("conflict", "Another upload for this audio track is in progress. Cancel that upload first.");
  return track.video_id;
}

/** The upload that became the file of a track. */
interface TrackFile {
  audio_track_id: number;
  video_id: number;
  file_name: string;
  size_bytes: number;
}

/** Takes a stored file as that of a track and enqueues its encoding, while the video is locked. Idempotent. */
export async function queueTrackFile(services: Services, tx: Tx, file: TrackFile, key: string): Promise<void> {
  const track = await tx
    .selectFrom("audio_tracks")
    .innerJoin("videos", "videos.id", "audio_tracks.video_id")
    .select(["audio_tracks.id", "audio_tracks.state", "audio_tracks.attempts", "audio_tracks.upload_bytes"])
    .select(["videos.id as video_id", "videos.account_id", "videos.version"])
    .where("audio_tracks.id", "=", file.audio_track_id)
    .forUpdate("audio_tracks")
    .executeTakeFirst();
  if (!track || !takesFile(track.state)) return;
  await tx
    .updateTable("audio_tracks")
    .set({ upload_key: key, upload_bytes: file.size_bytes, file_name: file.file_name, upload_seconds: null })
    .where("id", "=", track.id)
    .execute();
  await addExtraBytes(tx, track.video_id, file.size_bytes - track.upload_bytes);
  const video = { id: track.video_id, account_id: track.account_id, version: track.version };
  // What is encoded is of the file before it.
  await queueEncoding(services, tx, video, { id: track.id, attempts: track.attempts, version: null });
}

const NOTHING_ENCODED = {
  ...{ codecs: null, segment_count: 0, segment_bytes: [], segment_seconds: [] },
  ...{ low_segment_bytes: [], low_segment_seconds: [], surround_segment_bytes: [], surround_segment_seconds: [] },
};

/** Enqueues the encoding of a locked track, which continues where it stopped unless the video has another version since. */
export async function queueEncoding(
  { jobs, clock }: Pick<Services, "jobs" | "clock">,
  tx: Tx,
  video: { id: number; account_id: number; version: number },
  { id, attempts, version }: { id: number; attempts: number; version: number | null },
): Promise<void> {
  const attempt = attempts + 1;
  await tx
    .updateTable("audio_tracks")
    .set({
      ...{ state: "queued", failure: null, attempts: attempt, version: video.version, updated_at: clock.now() },
      ...(version === video.version ? {} : NOTHING_ENCODED),
    })
    .where("id", "=", id)
    .execute();
  await jobs.send(tx, encodeTrack, { trackId: id, attempt }, { group: String(video.account_id) });
  await showTrack(tx, video.id);
}
