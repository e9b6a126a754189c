import type { Tx } from "@kinora/db/connect.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { queueTrackFile, trackUploadKey } from "../../audio-tracks/queue.ts";
import type { Services } from "../../context.ts";
import { publish } from "../../platform/events/events.ts";
import { queueTranscode } from "../../transcoding/queue.ts";
import { uploaderOf, type UploadRow } from "../rows.ts";
import { hashSource } from "./hash-source.ts";
import { makeReplacement } from "./replace.ts";

/** The storage key of an upload's file; it keeps the file's extension if that is a plain one. */
export function sourceKey({
  id,
  video_id: videoId,
  audio_track_id: trackId,
  file_name: fileName,
}: Pick<UploadRow, "id" | "video_id" | "audio_track_id" | "file_name">): string {
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(fileName)?.[0].toLowerCase() ?? "";
  if (trackId !== null) return trackUploadKey(videoId, trackId, `${id}${ending}`);
  return `assets/${videoId}/source/${id}${ending}`;
}

/** Makes a stored file the video's source, or that of an audio track, and queues its encoding, in the caller's transaction. */
export async function makeSource(services: Services, tx: Tx, row: UploadRow, sha256: Buffer | null): Promise<void> {
  const { audio_track_id: trackId } = row;
  if (trackId !== null) return queueTrackFile(services, tx, { ...row, audio_track_id: trackId }, sourceKey(row));
  if (row.replaces) return makeReplacement(services, tx, row, sourceKey(row), sha256 !== null);
  await tx
    .updateTable("videos")
    .set({
      status: "in_queue",
      source_key: sourceKey(row),
      source_bytes: row.size_bytes,
      source_sha256: sha256,
      stored_bytes: row.size_bytes,
      updated_at: services.clock.now(),
    })
    .where("id", "=", row.video_id)
    .execute();
  const actor = uploaderOf(row);
  await services.emit(tx, {
    type: "video.uploaded",
    accountId: row.account_id,
    projectId: row.project_id,
    payload: { video_id: row.video_id, upload_id: row.id },
    actor,
  });
  const video = { id: row.video_id, project_id: row.project_id, account_id: row.account_id };
  await queueTranscode(services, tx, video, { actor });
  if (!sha256) await services.jobs.send(tx, hashSource, { uploadId: row.id });
  await publish(tx, projectChannel(row.project_id), VIDEO_CHANGED_EVENT, { id: row.video_id });
}
