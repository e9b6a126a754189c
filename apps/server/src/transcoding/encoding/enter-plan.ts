import type { Tx } from "@kinora/db/connect.ts";
import { rungOf } from "@kinora/domain/transcoding/picture-codecs.ts";
import type { RungSimilarity } from "@kinora/domain/transcoding/similar-rungs.ts";
import { cutBeside, type EncodingPlan } from "@kinora/media/encoding/encoding-plan.ts";
import { toNumber } from "@kinora/media/packaging/grid.ts";
import { finishedSegments } from "../finish/playlists.ts";
import { enterReused } from "../renditions/reuse.ts";
import { lockLive } from "./lock-live.ts";
import { soundsOf } from "./sounds.ts";
import type { StoredPlan, Transcode } from "./transcode.ts";

/** Characters kept of what a source calls a track. */
const LONGEST_TITLE = 100;

/** Stores the plan with a row for every rendition and chunk, in one transaction. */
export async function enterPlan(tx: Tx, transcode: Transcode, plan: StoredPlan): Promise<void> {
  const { encoding, facts } = plan;
  const claimed = await tx
    .updateTable("transcodes")
    .set({ plan: JSON.stringify(plan), media_seconds: encoding.durationSeconds })
    .where("id", "=", transcode.id)
    .where("state", "in", ["queued", "running"])
    .where("plan", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!claimed) return;
  const base = rowOf(transcode);
  const deletedSounds = await readDeletedSounds(tx, transcode);
  const own = { width: facts.video.width, height: facts.video.height, frame_rate: toNumber(encoding.grid.fps) };
  const rows = [
    ...encodedRows(transcode, encoding),
    ...(plan.copy
      ? [
          {
            ...base,
            ...own,
            kind: "video" as const,
            label: plan.copy.label,
            copied: true,
            frame_rate: toNumber(facts.video.fps),
          },
        ]
      : []),
    ...soundsOf(plan)
      .filter(({ label }) => encoding.hasAudio && !transcode.reuse?.labels.includes(label))
      .filter(({ soundLabel }) => !deletedSounds.has(soundLabel))
      .map(({ label, audio }) => ({
        ...base,
        kind: "audio" as const,
        label,
        language: audio.language ?? null,
        title: audio.title?.slice(0, LONGEST_TITLE) ?? null,
        describes_pictures: audio.describesPictures ?? false,
      })),
    ...(plan.streamable ? [{ ...base, ...own, kind: "source" as const, label: "source" }] : []),
  ];
  await tx.insertInto("renditions").values(rows).execute();
  if (transcode.reuse) await enterReused(tx, transcode, transcode.reuse);
  await enterChunks(tx, transcode, encoding);
  await tx
    .updateTable("videos")
    .set({
      duration_seconds: encoding.durationSeconds,
      width: facts.video.width,
      height: facts.video.height,
      sound_only: plan.sound !== undefined,
    })
    .where("id", "=", transcode.video_id)
    // A video that plays an older version keeps its facts until the new one takes over.
    .where("version", "in", [0, transcode.version])
    .execute();
}

/**
 * Changes the plan to encode the copied rung, with a reason that is shown; returns the changed plan. Call it before any work
 * of the ladder is enqueued.
 */
export async function encodeInstead(
  tx: Tx,
  transcode: Transcode,
  plan: StoredPlan,
  reason: string,
): Promise<StoredPlan> {
  const { copy } = plan;
  if (!copy || !(await lockLive(tx, transcode))) return plan;
  const encoded: StoredPlan = { ...plan, encoding: copy.otherwise, copy: null, encodedBecause: reason };
  await tx
    .updateTable("transcodes")
    .set({ plan: JSON.stringify(encoded) })
    .where("id", "=", transcode.id)
    .execute();
  await tx
    .deleteFrom("renditions")
    .where("transcode_id", "=", transcode.id)
    .where("copied", "=", true)
    .where("state", "!=", "complete")
    .execute();
  const there = new Set(plan.encoding.renditions.map(({ label }) => label));
  const rows = encodedRows(transcode, encoded.encoding).filter(({ label }) => !there.has(label));
  if (rows.length > 0) await tx.insertInto("renditions").values(rows).execute();
  if (there.size === 0) await enterChunks(tx, transcode, encoded.encoding);
  return encoded;
}

/**
 * Changes the plan to cut the encoded renditions where a finished copy is cut; returns the changed plan. Call it before any
 * work of the ladder is enqueued. Idempotent.
 */
export async function followCopy(
  tx: Tx,
  transcode: Transcode,
  plan: StoredPlan,
  copiedId: number,
): Promise<StoredPlan> {
  const { encoding } = plan;
  if (encoding.segmentStarts || !(await lockLive(tx, transcode))) return plan;
  let endsAt = 0;
  const ends = (await finishedSegments(tx, copiedId)).map(({ durationSeconds }) => (endsAt += durationSeconds));
  const copiedCuts = ends.slice(0, -1).map((seconds) => Math.round(seconds * toNumber(encoding.grid.fps)));
  const following: StoredPlan = { ...plan, encoding: cutBeside(encoding, copiedCuts) };
  await tx
    .updateTable("transcodes")
    .set({ plan: JSON.stringify(following) })
    .where("id", "=", transcode.id)
    .execute();
  await tx.deleteFrom("transcode_chunks").where("transcode_id", "=", transcode.id).execute();
  await enterChunks(tx, transcode, following.encoding);
  return following;
}

/**
 * Takes similar rungs out of the plan in every codec and stores which they were; returns the changed plan. Call it before any
 * work of the ladder is enqueued.
 */
export async function leaveOutSimilar(
  tx: Tx,
  transcode: Transcode,
  plan: StoredPlan,
  rungs: readonly RungSimilarity[],
): Promise<StoredPlan> {
  if (!(await lockLive(tx, transcode))) return plan;
  const { compared: _, ...stays } = plan;
  const { encoding } = plan;
  const similar = encoding.renditions.flatMap((rendition) => {
    const found = rungs.find(({ label }) => label === rungOf(rendition));
    return found ? [{ ...found, label: rendition.label }] : [];
  });
  const labels = similar.map(({ label }) => label);
  const renditions = encoding.renditions.filter(({ label }) => !labels.includes(label));
  const changed: StoredPlan = { ...stays, encoding: { ...encoding, renditions }, similar };
  await tx
    .updateTable("transcodes")
    .set({ plan: JSON.stringify(changed) })
    .where("id", "=", transcode.id)
    .execute();
  if (labels.length === 0) return changed;
  await tx
    .deleteFrom("renditions")
    .where("transcode_id", "=", transcode.id)
    .where("kind", "=", "video")
    .where("label", "in", labels)
    .execute();
  return changed;
}

/** The labels of the sounds of this source that a person deleted. */
async function readDeletedSounds(tx: Tx, { video_id: videoId, replacement }: Transcode): Promise<Set<string | null>> {
  const rows = await tx
    .selectFrom("audio_tracks")
    .innerJoin("videos", "videos.id", "audio_tracks.video_id")
    .select("audio_tracks.label")
    .where("audio_tracks.video_id", "=", videoId)
    .where("audio_tracks.deleted", "=", true)
    .where(({ eb, ref }) =>
      eb("audio_tracks.file_id", "is not distinct from", replacement ? replacement.upload_id : ref("videos.file_id")),
    )
    .execute();
  return new Set(rows.map(({ label }) => label));
}

const rowOf = (transcode: Transcode) => ({
  transcode_id: transcode.id,
  video_id: transcode.video_id,
  account_id: transcode.account_id,
  version: transcode.version,
});

const encodedRows = (transcode: Transcode, { grid, renditions }: EncodingPlan) =>
  renditions.map(({ label, codec, hdr, width, height }) => ({
    ...rowOf(transcode),
    kind: "video" as const,
    label,
    further_codec: codec ?? null,
    hdr: hdr ?? null,
    width,
    height,
    frame_rate: toNumber(grid.fps),
  }));

/** Where nothing is encoded there are no chunks. */
async function enterChunks(tx: Tx, { id }: Transcode, { chunkCount, renditions }: EncodingPlan): Promise<void> {
  if (renditions.length === 0) return;
  await tx
    .insertInto("transcode_chunks")
    .values(Array.from({ length: chunkCount }, (_, chunk) => ({ transcode_id: id, chunk })))
    .execute();
}
