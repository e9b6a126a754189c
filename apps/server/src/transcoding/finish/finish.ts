import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { FurtherCodec } from "@kinora/domain/transcoding/picture-codecs.ts";
import { MAIN_SOUND, SOUND_DOWNLOAD } from "@kinora/domain/videos/videos.ts";
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
  further_codec: FurtherCodec | null;
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
        const tracks = downloadTracks(plan, rendition, renditions);
        if (tracks.length > 0) await writeDownload(services, transcode, rendition, tracks, place);
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
  const columns = [
    "id",
    "kind",
    "label",
    "further_codec",
    "width",
    "height",
    "segments",
    "copied",
    "duration_seconds",
  ] as const;
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
    .orderBy("id")
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
  // The picture of a sound never changes.
  if (!lowest?.width || !lowest.height || !transcode.plan || transcode.plan.sound) return;
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

/** What a rendition's file for download consists of: a rung in H.264 with the sound, and of a sound also that alone; else nothing. */
function downloadTracks(
  plan: StoredPlan,
  rendition: FinishedRendition,
  renditions: readonly FinishedRendition[],
): FinishedRendition[] {
  if (plan.mp4 === false || rendition.further_codec !== null) return [];
  const main = renditions.filter(({ label }) => label === MAIN_SOUND);
  if (rendition.kind === "audio") return plan.sound && rendition.label === MAIN_SOUND ? main : [];
  return [rendition, ...main];
}

async function writeDownload(
  services: Services,
  transcode: Transcode,
  rendition: FinishedRendition,
  tracks: readonly FinishedRendition[],
  place: Workplace,
): Promise<void> {
  const [name, contentType] =
    rendition.kind === "audio" ? [SOUND_DOWNLOAD, "audio/mp4"] : [`mp4/${rendition.label}.mp4`, "video/mp4"];
  const key = assetKey(transcode, name);
  const written = await services.storage.stat(key);
  if (written) return noteDownload(services, rendition.id, written.sizeBytes);
  const { path } = await makeDownload({
    tracks: tracks.map((track) => fragments(services, transcode, track)),
    workFolder: place.folder,
    signal: place.signal,
  });
  // The file moves into the storage.
  const { size } = await stat(path);
  await services.storage.putFile(key, path, { contentType });
  await noteDownload(services, rendition.id, size);
}

async function noteDownload({ db }: Services, renditionId: number, bytes: number): Promise<void> {
  await db.updateTable("renditions").set({ download_bytes: bytes }).where("id", "=", renditionId).execute();
}
