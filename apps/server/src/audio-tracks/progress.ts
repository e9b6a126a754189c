import type { Executor, Tx } from "@kinora/db/connect.ts";
import {
  AUDIO_TRACK_CHANGED_EVENT,
  projectChannel,
  transcodingChannel,
  VIDEO_CHANGED_EVENT,
} from "@kinora/domain/realtime.ts";
import type { VideoFailure } from "@kinora/domain/videos/videos.ts";
import type { Services } from "../context.ts";
import { notify, publish } from "../platform/events/events.ts";
import { STOPPED_NOTIFICATION, type TrackPayload } from "./open-track.ts";

/** Has open pages of a video read its audio tracks again. */
export const showTrack = (on: Executor, videoId: number): Promise<void> =>
  publish(on, transcodingChannel(videoId), AUDIO_TRACK_CHANGED_EVENT, { id: videoId });

/** Ends the encoding of a track with the reason that is shown; what is encoded of it stays for a retry. */
export async function failTrack(
  { db, clock, emit }: Services,
  { trackId, attempt }: TrackPayload,
  failure: VideoFailure,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const failed = await tx
      .updateTable("audio_tracks")
      .set({ state: "failed", failure: JSON.stringify(failure), updated_at: clock.now() })
      .where("id", "=", trackId)
      .where("attempts", "=", attempt)
      .where("state", "in", ["queued", "running"])
      .returning(["id", "video_id", "project_id", "account_id"])
      .executeTakeFirst();
    if (!failed) return;
    await announceEnd({ emit }, tx, failed, "audio_track.failed", { code: failure.code });
    await notify(tx, STOPPED_NOTIFICATION, String(trackId));
  });
}

interface Ended {
  id: number;
  video_id: number;
  project_id: number;
  account_id: number;
}

/** Emits how the encoding of a track ended, and notifies open pages. */
export async function announceEnd(
  { emit }: Pick<Services, "emit">,
  tx: Tx,
  { id, video_id: videoId, project_id: projectId, account_id: accountId }: Ended,
  type: "audio_track.ready" | "audio_track.failed",
  details: Record<string, unknown> = {},
): Promise<void> {
  const payload = { video_id: videoId, audio_track_id: id, ...details };
  await emit(tx, { accountId, projectId, type, payload, actor: { kind: "system" } });
  await showTrack(tx, videoId);
  await publish(tx, projectChannel(projectId), VIDEO_CHANGED_EVENT, { id: videoId });
}
