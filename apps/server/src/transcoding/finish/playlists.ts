import type { Executor, Tx } from "@kinora/db/connect.ts";
import type { EncodingPlan } from "@kinora/media/encoding/encoding-plan.ts";
import { toNumber } from "@kinora/media/packaging/grid.ts";
import { mediaPlaylist, measureBitrates } from "@kinora/media/packaging/playlist.ts";
import { segmentFileName } from "@kinora/media/packaging/segment.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { lockLive } from "../encoding/lock-live.ts";
import { assetKey, type Transcode } from "../encoding/transcode.ts";

/** The finished segments of a rendition in order, from its chunks. */
export async function finishedSegments(db: Executor, renditionId: number) {
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

/** Whether segments begin where those of the encoded renditions do, to half a frame. Pure. */
export function isOnGrid(
  segments: readonly { durationSeconds: number }[],
  { grid, segmentCount }: Pick<EncodingPlan, "grid" | "segmentCount">,
): boolean {
  const rate = toNumber(grid.fps);
  let endsAt = 0;
  const isCutThere = ({ durationSeconds }: { durationSeconds: number }, index: number) => {
    endsAt += durationSeconds;
    return Math.abs(endsAt - ((index + 1) * grid.framesPerSegment) / rate) < 0.5 / rate;
  };
  return segments.length === segmentCount && segments.slice(0, -1).every(isCutThere);
}

/**
 * Writes the final playlist of a finished rendition to storage and its figures to the row; its chunks are not needed
 * afterwards. With a plan, the row states whether the rendition is cut as planned. Does nothing when the transcode has
 * ended: then its chunks are deleted already.
 */
export async function completeRendition(
  services: Services,
  transcode: Transcode,
  rendition: { id: number; label: string },
  targetDurationSeconds: number,
  grid?: EncodingPlan,
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
    const completed = await tx
      .updateTable("renditions")
      .set({
        state: "complete",
        segments: segments.length,
        size_bytes: segments.reduce((sum, segment) => sum + segment.sizeBytes, 0),
        duration_seconds: segments.reduce((sum, segment) => sum + segment.durationSeconds, 0),
        bitrate_average: Math.round(averageBitrate),
        bitrate_peak: Math.round(peakBitrate),
        closed_captions: sql<string[]>`coalesce(closed_captions, '{}')`,
        ...(grid ? { on_grid: isOnGrid(segments, grid) } : {}),
      })
      .where("id", "=", rendition.id)
      .returning("kind")
      .executeTakeFirst();
    // A source that is cut plays until the ladder is complete; it is no rung.
    if (completed && completed.kind !== "source") await announceRendition(services, tx, transcode, rendition.id);
  });
}

const announceRendition = (services: Services, tx: Tx, transcode: Transcode, id: number): Promise<void> =>
  services.emit(tx, {
    type: "rendition.ready",
    accountId: transcode.account_id,
    projectId: transcode.project_id,
    payload: { video_id: transcode.video_id, rendition_id: id, version: transcode.version },
    actor: { kind: "system" },
  });
