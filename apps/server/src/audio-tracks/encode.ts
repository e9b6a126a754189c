import { basename, join } from "node:path";
import type { Tx } from "@kinora/db/connect.ts";
import { encodeAudio } from "@kinora/media/encoding/encode-audio.ts";
import type { EncodingPlan } from "@kinora/media/encoding/encoding-plan.ts";
import { mediaPlaylist } from "@kinora/media/packaging/playlist.ts";
import { segmentFileName, type SegmentSink } from "@kinora/media/packaging/segment.ts";
import { probeSound } from "@kinora/media/sound/sound-file.ts";
import { sql } from "kysely";
import type { Services } from "../context.ts";
import { minutesProblem } from "../platform/access/plan-encoding.ts";
import { notify } from "../platform/events/events.ts";
import { task } from "../platform/jobs/tasks.ts";
import { GiveUp } from "../platform/refusal.ts";
import { addExtraBytes, lockVideo } from "../videos/video-changes.ts";
import { measureTrack } from "./loudness.ts";
import { atWork, openTrack, trackPayload, type OpenTrack, type Workplace } from "./open-track.ts";
import { announceEnd, failTrack, showTrack } from "./progress.ts";
import { trackFolder } from "./track-files.ts";
import { renditionsOf, trackBytes, type TrackRendition } from "./track-renditions.ts";

const SHOWN_EVERY_MS = 1_000;

/** Encodes the uploaded file of a track along the segments of its video, and continues where an earlier run stopped. */
export const encodeTrack = task({
  name: "audio_tracks.encode",
  payload: trackPayload,
  concurrency: 2,
  steered: true,
  gaveUp: failTrack,
  async run(services, wanted, run) {
    const track = await openTrack(services, wanted);
    if (!track) return;
    const { plan } = track;
    if (!plan)
      throw new GiveUp("video_changed", "The renditions of this video have changed. Try the audio track again.", true);
    await requirePlanned(services, track, plan);
    await atWork(services, track, run, async (place) => {
      const renditions = await encode(services, track, plan, place);
      await complete(services, track, plan, renditions);
    });
  },
});

/**
 * A track that was begun is within what the account had left. Tracks that begin at one moment may all be admitted.
 * @throws GiveUp `minutes_used` where the account's plan has too few minutes left; a retry in another month, or with a larger plan, continues
 */
async function requirePlanned({ db, clock }: Services, track: OpenTrack, plan: EncodingPlan): Promise<void> {
  const wanted = { now: clock.now(), minutes: plan.durationSeconds / 60, trackId: track.id };
  const problem = track.segments_done > 0 ? null : await minutesProblem(db, track.account_id, wanted);
  if (problem !== null) throw new GiveUp("minutes_used", problem, true);
}

/** Encodes what is not finished yet; returns all renditions of the track. */
async function encode(
  services: Services,
  track: OpenTrack,
  plan: EncodingPlan,
  place: Workplace,
): Promise<TrackRendition[]> {
  const { storage, db } = services;
  const source = storage.localPath(track.upload_key) ?? join(place.folder, basename(track.upload_key));
  if (!storage.localPath(track.upload_key)) await storage.download(track.upload_key, source, place.signal);
  const { container, audio } = await probeSound(source, place.signal);
  const renditions = renditionsOf(track, plan, audio.channels);
  const begun = await db
    .updateTable("audio_tracks")
    .set({
      ...{ state: "running", segment_count: plan.segmentCount * renditions.length },
      upload_seconds: audio.durationSeconds > 0 ? audio.durationSeconds : null,
    })
    .where("id", "=", track.id)
    .where("attempts", "=", track.attempt)
    .where("state", "in", ["queued", "running"])
    .returning("id")
    .executeTakeFirst();
  if (!begun) return renditions;
  await showTrack(db, track.video_id);
  for (const rendition of renditions) {
    if (rendition.done >= plan.segmentCount) continue;
    const init = rendition.done > 0 ? await readInit(services, rendition) : undefined;
    await encodeAudio({
      source,
      facts: { container, audio, video: null },
      plan: rendition.plan,
      surround: rendition.surround,
      fromSegment: rendition.done,
      ...(init ? { expectedInit: init } : {}),
      workFolder: place.folder,
      signal: place.signal,
      ...storingSink(services, track, rendition, place.signal),
    });
  }
  return renditions;
}

async function readInit({ storage }: Services, { folder }: TrackRendition): Promise<Buffer> {
  const { stream } = await storage.get(`${folder}init.mp4`);
  return Buffer.concat(await stream.toArray());
}

/** Stores segments: the file first, then the row. A segment that the row has already stays as it is. */
function storingSink(
  { db, storage }: Services,
  track: OpenTrack,
  { folder, columns, done }: TrackRendition,
  signal: AbortSignal,
): SegmentSink {
  let shownAt = performance.now();
  const [sizes, durations] = [sql.ref(columns.bytes), sql.ref(columns.seconds)];
  return {
    async onInit({ bytes, codec }) {
      signal.throwIfAborted();
      if (done === 0) await storage.put(`${folder}init.mp4`, bytes, { contentType: "video/mp4" });
      await db.updateTable("audio_tracks").set({ codecs: codec }).where("id", "=", track.id).execute();
    },
    async onSegment({ index, bytes, durationSeconds }) {
      signal.throwIfAborted();
      await storage.put(`${folder}${segmentFileName(index)}`, bytes, { contentType: "video/mp4" });
      await sql`
        update audio_tracks set ${sizes} = ${sizes} || ${bytes.length}::int, ${durations} = ${durations} || ${durationSeconds}::float8
        where id = ${track.id} and attempts = ${track.attempt} and cardinality(${sizes}) = ${index}`.execute(db);
      if (performance.now() - shownAt < SHOWN_EVERY_MS) return;
      shownAt = performance.now();
      await showTrack(db, track.video_id);
    },
  };
}

/** Writes the playlists, and makes the track one of the video's; its uploaded file is not needed any more. Idempotent. */
async function complete(
  services: Services,
  track: OpenTrack,
  plan: EncodingPlan,
  renditions: readonly TrackRendition[],
): Promise<void> {
  const { db, clock, storage, jobs } = services;
  const row = await db
    .selectFrom("audio_tracks")
    .select(["segment_seconds", "low_segment_seconds", "surround_segment_seconds"])
    .where("id", "=", track.id)
    .executeTakeFirstOrThrow();
  for (const { folder, columns } of renditions) {
    const segments = row[columns.seconds].map((durationSeconds, index) => ({
      uri: segmentFileName(index),
      durationSeconds,
    }));
    const playlist = mediaPlaylist({ segments, targetDurationSeconds: plan.targetDurationSeconds, ended: true });
    const contentType = "application/vnd.apple.mpegurl";
    await storage.put(`${folder}index.m3u8`, Buffer.from(playlist), { contentType });
  }
  const done = await db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, { projectId: track.project_id }, track.video_id);
    const made = await tx
      .selectFrom("audio_tracks")
      .select(["segment_bytes", "low_segment_bytes", "surround_segment_bytes", "segment_seconds", "upload_bytes"])
      .where("id", "=", track.id)
      .where("attempts", "=", track.attempt)
      .where("state", "=", "running")
      .forUpdate()
      .executeTakeFirst();
    if (!made) return false;
    await tx
      .updateTable("audio_tracks")
      .set({ state: "complete", upload_key: null, upload_bytes: 0, updated_at: clock.now() })
      .where("id", "=", track.id)
      .execute();
    await addExtraBytes(tx, video.id, trackBytes(made) - made.upload_bytes);
    await recordTrack(tx, track, made.segment_seconds, clock.now());
    await jobs.send(tx, measureTrack, { trackId: track.id });
    await announceEnd(services, tx, track, "audio_track.ready");
    await notify(tx, "playback_changed", video.hash);
    return true;
  });
  if (done) await storage.deletePrefix(`${trackFolder(track.video_id, track.id)}upload/`);
}

/** Records what was made of a track, which is metered: once, in the transaction that completes it. */
const recordTrack = (tx: Tx, track: OpenTrack, durations: readonly number[], now: Date) =>
  tx
    .insertInto("audio_track_records")
    .values({
      ...{ track_id: track.id, video_id: track.video_id, project_id: track.project_id, account_id: track.account_id },
      ...{ finished_at: now, seconds: durations.reduce((sum, seconds) => sum + seconds, 0) },
    })
    .onConflict((known) => known.doNothing())
    .execute();
