import { mediaPlaylist, measureBitrates } from "@kinora/media/playlist.ts";
import { segmentFileName } from "@kinora/media/segment.ts";
import type { Services } from "../context.ts";
import { assetKey, type Transcode } from "./transcode.ts";

/** The finished segments of a rendition in order, from its chunks. */
export async function finishedSegments({ db }: Services, renditionId: number) {
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
 * chunks are no longer needed.
 */
export async function completeRendition(
  services: Services,
  transcode: Transcode,
  rendition: { id: number; label: string },
  targetDurationSeconds: number,
): Promise<{ sizeBytes: number; durationSeconds: number }> {
  const segments = await finishedSegments(services, rendition.id);
  const playlist = mediaPlaylist({
    segments: segments.map(({ index, durationSeconds }) => ({ uri: segmentFileName(index), durationSeconds })),
    targetDurationSeconds,
    ended: true,
  });
  await services.storage.put(assetKey(transcode, `${rendition.label}/index.m3u8`), Buffer.from(playlist), {
    contentType: "application/vnd.apple.mpegurl",
  });
  const { peakBitrate, averageBitrate } = measureBitrates(segments);
  const sizeBytes = segments.reduce((sum, segment) => sum + segment.sizeBytes, 0);
  const durationSeconds = segments.reduce((sum, segment) => sum + segment.durationSeconds, 0);
  await services.db
    .updateTable("renditions")
    .set({
      state: "complete",
      segments: segments.length,
      size_bytes: sizeBytes,
      duration_seconds: durationSeconds,
      bitrate_average: Math.round(averageBitrate),
      bitrate_peak: Math.round(peakBitrate),
    })
    .where("id", "=", rendition.id)
    .execute();
  return { sizeBytes, durationSeconds };
}
