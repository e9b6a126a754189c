import { stat } from "node:fs/promises";
import { join } from "node:path";
import { planColours } from "@kinora/media/encoding/colours.ts";
import { joinFragments, makeDownload } from "@kinora/media/packaging/mp4.ts";
import { segmentFileName } from "@kinora/media/packaging/segment.ts";
import { makeStoryboard } from "@kinora/media/pictures/storyboard.ts";
import type { Services } from "../../context.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { beginWork } from "../encoding/begin.ts";
import { failTranscode } from "../encoding/fail.ts";
import {
  assetKey,
  atWork,
  openTranscode,
  transcodePayload,
  type StoredPlan,
  type Transcode,
  type Workplace,
} from "../encoding/transcode.ts";
import { writeKeyFramePlaylist } from "../source/key-frames.ts";
import { completeTranscode } from "./complete.ts";
import { completeRendition } from "./playlists.ts";
import { takeMissingPosters } from "./posters.ts";

interface FinishedRendition {
  id: number;
  kind: "video" | "audio" | "source";
  label: string;
  width: number | null;
  height: number | null;
  segments: number;
  copied: boolean;
  duration_seconds: number;
}

/** Writes the final playlists, the storyboard and the downloads, then makes the new version current. */
export const finish = task({
  name: "transcoding.finish",
  payload: transcodePayload,
  concurrency: 1,
  gaveUp: failTranscode,
  async run(services, wanted, run) {
    const transcode = await openTranscode(services, wanted);
    if (!transcode?.plan) return;
    const { plan } = transcode;
    // After "try again" this may be the only work left.
    await beginWork(services, transcode);
    await atWork(services, transcode, run, async (place) => {
      const renditions = await completeRenditions(services, transcode, plan);
      for (const rendition of renditions) {
        if (rendition.kind === "video") await writeKeyFramePlaylist(services, transcode, rendition);
      }
      await writeStoryboard(services, transcode, renditions, place);
      for (const rendition of renditions) {
        if (rendition.kind === "video" && plan.mp4 !== false)
          await writeDownload(services, transcode, rendition, renditions, place);
      }
      await takeMissingPosters(services, transcode, place);
      await completeTranscode(services, transcode, plan);
    });
  },
});

async function completeRenditions(
  services: Services,
  transcode: Transcode,
  plan: StoredPlan,
): Promise<FinishedRendition[]> {
  const columns = ["id", "kind", "label", "width", "height", "segments", "copied", "duration_seconds"] as const;
  const open = await services.db
    .selectFrom("renditions")
    .select(["id", "label"])
    .where("transcode_id", "=", transcode.id)
    .where("kind", "!=", "source")
    .where("state", "!=", "complete")
    .execute();
  for (const rendition of open)
    await completeRendition(services, transcode, rendition, plan.encoding.targetDurationSeconds);
  return services.db
    .selectFrom("renditions")
    .select(columns)
    .where("transcode_id", "=", transcode.id)
    .where("kind", "!=", "source")
    .orderBy("height")
    .execute();
}

/** The init segment and every segment of a rendition, as local paths or, from S3, as streams. */
async function* fragments({ storage }: Services, transcode: Transcode, rendition: FinishedRendition) {
  const names = ["init.mp4", ...Array.from({ length: rendition.segments }, (_, index) => segmentFileName(index))];
  for (const name of names) {
    const key = assetKey(transcode, `${rendition.label}/${name}`);
    yield storage.localPath(key) ?? (await storage.get(key)).stream;
  }
}

async function writeStoryboard(
  services: Services,
  transcode: Transcode,
  renditions: readonly FinishedRendition[],
  place: Workplace,
): Promise<void> {
  const lowest = renditions.find(({ kind }) => kind === "video");
  if (!lowest?.width || !lowest.height || !transcode.plan) return;
  const joined = join(place.folder, "lowest.mp4");
  await joinFragments(fragments(services, transcode, lowest), joined, place.signal);
  const storyboard = await makeStoryboard({
    video: joined,
    width: lowest.width,
    height: lowest.height,
    durationSeconds: transcode.plan.encoding.durationSeconds,
    matrix: (transcode.plan.encoding.colours ?? planColours(transcode.plan.facts)).matrix,
    // A source's key frames are not on the grid: about one or more in every segment.
    ...(lowest.copied ? { keyFrameSeconds: lowest.duration_seconds / Math.max(1, lowest.segments) } : {}),
    workFolder: place.folder,
    signal: place.signal,
  });
  for (const { fileName, path } of storyboard.sprites) {
    await services.storage.putFile(assetKey(transcode, `storyboard/${fileName}`), path, { contentType: "image/jpeg" });
  }
  await services.storage.put(assetKey(transcode, "storyboard/storyboard.vtt"), Buffer.from(storyboard.vtt), {
    contentType: "text/vtt",
  });
}

async function writeDownload(
  services: Services,
  transcode: Transcode,
  video: FinishedRendition,
  renditions: readonly FinishedRendition[],
  place: Workplace,
): Promise<void> {
  const key = assetKey(transcode, `mp4/${video.label}.mp4`);
  const written = await services.storage.stat(key);
  if (written) return noteDownload(services, video.id, written.sizeBytes);
  const audio = renditions.find(({ kind }) => kind === "audio");
  const { path } = await makeDownload({
    video: fragments(services, transcode, video),
    audio: audio ? fragments(services, transcode, audio) : null,
    workFolder: place.folder,
    signal: place.signal,
  });
  // The file moves into the storage.
  const { size } = await stat(path);
  await services.storage.putFile(key, path, { contentType: "video/mp4" });
  await noteDownload(services, video.id, size);
}

async function noteDownload({ db }: Services, renditionId: number, bytes: number): Promise<void> {
  await db.updateTable("renditions").set({ download_bytes: bytes }).where("id", "=", renditionId).execute();
}
