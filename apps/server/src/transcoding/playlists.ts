import type { Executor } from "@kinora/db/connect.ts";
import { mediaPlaylist, measureBitrates } from "@kinora/media/playlist.ts";
import { segmentFileName } from "@kinora/media/segment.ts";
import type { Services } from "../context.ts";
import { lockLive } from "./lock-live.ts";
import { assetKey, type Transcode } from "./transcode.ts";

/** The finished segments of a rendition in order, from its chunks. */
async function finishedSegments(db: Executor, renditionId: number) {
  const chunks = await db
    .selectFrom("rendition_chunks")
    .select(["first_segment", "sizes", "durations"])
    .where("rendition_id", "=", renditionId)
    .orderBy("chunk")
    .execute();
  return chunks.flatMap(({ first_segment: first, sizes, durations }) =>
    sizes.map((sizeBytes, place) => ({ index: first + place, sizeBytes, durationSeconds: durations[place] ?? 0 })),
  );
}

/**
 * Writes the final playlist of a finished rendition to storage and its figures to the row; from then on the row's
 * chunks are no longer needed. Nothing happens when the transcode has ended: then its chunks are gone already.
 */
export async function completeRendition(
  services: Services,
  transcode: Transcode,
  rendition: { id: number; label: string },
  targetDurationSeconds: number,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    if (!(await lockLive(tx, transcode))) return;
    const segments = await finishedSegments(tx, rendition.id);
    const playlist = mediaPlaylist({
      segments: segments.map(({ index, durationSeconds }) => ({ uri: segmentFileName(index), durationSeconds })),
      targetDurationSeconds,
      ended: true,
    });
    await services.storage.put(assetKey(transcode, `${rendition.label}/index.m3u8`), Buffer.from(playlist), {
      contentType: "application/vnd.apple.mpegurl",
    });
    const { peakBitrate, averageBitrate } = measureBitrates(segments);
    await tx
      .updateTable("renditions")
      .set({
        state: "complete",
        segments: segments.length,
        size_bytes: segments.reduce((sum, segment) => sum + segment.sizeBytes, 0),
        duration_seconds: segments.reduce((sum, segment) => sum + segment.durationSeconds, 0),
        bitrate_average: Math.round(averageBitrate),
        bitrate_peak: Math.round(peakBitrate),
      })
      .where("id", "=", rendition.id)
      .execute();
  });
}
