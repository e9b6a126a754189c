import {
  keyFrameBytes,
  keyFramePlaylist,
  segmentHeadBytes,
  type KeyFrame,
} from "@kinora/media/packaging/key-frame-playlist.ts";
import { segmentFileName } from "@kinora/media/packaging/segment.ts";
import type { Services } from "../../context.ts";
import { assetKey, type Transcode } from "../encoding/transcode.ts";
import { finishedSegments } from "../finish/playlists.ts";

/** Segments read side by side: with S3 each takes a round trip. */
const TOGETHER = 8;

/**
 * Stores the I-frame playlist of a finished video rendition and its peak bitrate in the row. Idempotent; a rendition taken
 * over from an older version keeps its own.
 */
export async function writeKeyFramePlaylist(
  { db, storage }: Services,
  transcode: Transcode,
  rendition: { id: number; label: string },
): Promise<void> {
  const segments = await finishedSegments(db, rendition.id);
  if (segments.length === 0) return;
  const file = (name: string) => assetKey(transcode, `${rendition.label}/${name}`);
  const read = async (name: string, end?: number) => {
    const { stream } = await storage.get(file(name), end === undefined ? undefined : { start: 0, end });
    return Buffer.concat(await stream.toArray());
  };
  const init = await read("init.mp4");
  const keyFrames: KeyFrame[] = [];
  for (let at = 0; at < segments.length; at += TOGETHER) {
    const some = segments.slice(at, at + TOGETHER).map(async ({ index, durationSeconds }) => {
      const uri = segmentFileName(index);
      return { uri, durationSeconds, sizeBytes: keyFrameBytes(await read(uri, segmentHeadBytes - 1), init) };
    });
    keyFrames.push(...(await Promise.all(some)));
  }
  const longest = Math.ceil(Math.max(...keyFrames.map(({ durationSeconds }) => durationSeconds)));
  await storage.put(file("key-frames.m3u8"), Buffer.from(keyFramePlaylist(keyFrames, longest)), {
    contentType: "application/vnd.apple.mpegurl",
  });
  const peak = Math.max(...keyFrames.map(({ sizeBytes, durationSeconds }) => (sizeBytes * 8) / durationSeconds));
  await db
    .updateTable("renditions")
    .set({ key_frame_bitrate: Math.ceil(peak) })
    .where("id", "=", rendition.id)
    .execute();
}
