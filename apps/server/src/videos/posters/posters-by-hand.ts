import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Tx } from "@kinora/db/connect.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { POSTER_MAXIMUM_BYTES } from "@kinora/domain/videos/video-details.ts";
import type { VideoFailure } from "@kinora/domain/videos/videos.ts";
import { pictureKind } from "@kinora/media/pictures/picture-kinds.ts";
import { makePicturePosters } from "@kinora/media/pictures/picture-posters.ts";
import { makePosters, type Poster } from "@kinora/media/pictures/poster.ts";
import { readableSource } from "@kinora/media/pictures/webp-film.ts";
import { probe } from "@kinora/media/probe/probe.ts";
import { MediaError } from "@kinora/media/tools/errors.ts";
import { z } from "zod";
import type { Context, Services } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { notify, publish } from "../../platform/events/events.ts";
import { task, type Run } from "../../platform/jobs/tasks.ts";
import { GiveUp, Refusal } from "../../platform/refusal.ts";
import { wrongPicture } from "../../transcoding/picture-decoder.ts";
import { addExtraBytes, announceByCaller, lockVideo, type LockedVideo } from "../video-changes.ts";
import { bytesBelow, deletePoster, ownPosters, POSTER_GRACE_SECONDS, posterFolder } from "./posters-stored.ts";

const JPEG = { contentType: "image/jpeg" };

const pictureOf = (videoId: number, number: number) => `assets/${videoId}/posters/${number}.upload`;

const payload = z.object({
  videoId: z.number(),
  /** Number of this poster; a later one supersedes it. */
  number: z.number(),
  /** The frame to take; null for a picture that was uploaded. */
  atSeconds: z.number().nullable(),
});
type Payload = z.infer<typeof payload>;

/** Queues a poster from the frame at a given time. @throws Refusal `invalid` beyond the end, `conflict` without a file to take it from. */
export async function takePoster(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  atSeconds: number,
): Promise<void> {
  await begin(context, grant, videoId, atSeconds, async (tx, video) => {
    if (video.duration_seconds !== null && atSeconds > video.duration_seconds) {
      const message = "This moment is after the video's end.";
      throw new Refusal("invalid", message, { fields: { at_seconds: [message] } });
    }
    if (!(await frameSource(context, tx, videoId))) {
      throw new Refusal(
        "conflict",
        "There is no file of this video to take a frame from: its original is deleted and it has no download.",
      );
    }
  });
}

/** Queues a poster from an uploaded picture. @throws Refusal `invalid` when it is no picture or has more than 5 MB. */
export async function uploadPoster(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  base64: string,
): Promise<void> {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > POSTER_MAXIMUM_BYTES) throw wrongPicture("A poster can have up to 5 MB.");
  if (pictureKind(bytes) === null) throw wrongPicture("The picture has to be a JPEG, PNG or WebP file.");
  await begin(context, grant, videoId, null, async (_tx, _video, number) => {
    await context.storage.put(pictureOf(videoId, number), bytes);
  });
}

async function begin(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  atSeconds: number | null,
  check: (tx: Tx, video: LockedVideo, number: number) => Promise<void>,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, grant, videoId);
    const number = Math.max(context.clock.now().getTime(), video.poster + 1);
    await check(tx, video, number);
    await tx
      .updateTable("videos")
      .set({ poster_work: JSON.stringify({ number, state: "working" }) })
      .where("id", "=", videoId)
      .execute();
    // A person waits for it: before any chunk of any video.
    await context.jobs.send(tx, makePosterByHand, { videoId, number, atSeconds }, { priority: 100 });
    await publish(tx, projectChannel(video.project_id), VIDEO_CHANGED_EVENT, { id: videoId });
    await announceByCaller(
      context,
      tx,
      video,
      "video.poster_chosen",
      atSeconds === null ? { picture: "uploaded" } : { at_seconds: atSeconds },
    );
  });
}

/** Resets the poster to the one taken from the video. Idempotent. */
export async function resetPoster(context: Context, grant: ProjectGrant, videoId: number): Promise<void> {
  const images = await ownPosters(context, videoId);
  const bytes = await bytesBelow(context, videoId);
  await context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, grant, videoId);
    if (video.poster === 0) {
      await tx.updateTable("videos").set({ poster_work: null }).where("id", "=", videoId).execute();
      return;
    }
    await tx
      .updateTable("videos")
      .set({ poster: 0, poster_work: null, images: JSON.stringify(images) })
      .where("id", "=", videoId)
      .execute();
    await addExtraBytes(tx, videoId, -(bytes.get(video.poster) ?? 0));
    await context.jobs.send(
      tx,
      deletePoster,
      { videoId, number: video.poster },
      { startAfterSeconds: POSTER_GRACE_SECONDS },
    );
    await announceByCaller(context, tx, video, "video.poster_reset");
  });
}

/** Makes a chosen poster and replaces the previous one. */
export const makePosterByHand = task({
  name: "videos.make_poster",
  payload,
  concurrency: 2,
  maximumFailures: 2,
  run: makeByHand,
  gaveUp: failByHand,
});

async function makeByHand(services: Services, { videoId, number, atSeconds }: Payload, run: Run): Promise<void> {
  const folder = join(services.config.dataDir, "work", run.jobId);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    const place = { folder, signal: run.signal };
    const posters =
      atSeconds === null
        ? await fromPicture(services, videoId, number, place)
        : await fromFrame(services, videoId, atSeconds, place);
    if (posters) await putInPlace(services, videoId, number, posters);
  } catch (error) {
    if (error instanceof MediaError && !run.signal.aborted && !error.retryable)
      throw new GiveUp(error.code, error.message, false);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await services.storage.delete(pictureOf(videoId, number));
}

interface Place {
  folder: string;
  signal: AbortSignal;
}

async function fromPicture(
  { storage }: Services,
  videoId: number,
  number: number,
  { folder, signal }: Place,
): Promise<Poster[] | null> {
  const key = pictureOf(videoId, number);
  // A repeated run after the first one has ended.
  if (!(await storage.stat(key))) return null;
  const bytes = Buffer.concat(await (await storage.get(key)).stream.toArray());
  const kind = pictureKind(bytes);
  if (kind === null) throw new GiveUp("not_a_picture", "The picture has to be a JPEG, PNG or WebP file.");
  const picture = join(folder, "picture");
  await writeFile(picture, bytes);
  return makePicturePosters({ picture, kind, workFolder: folder, signal });
}

async function fromFrame(
  services: Services,
  videoId: number,
  atSeconds: number,
  { folder, signal }: Place,
): Promise<Poster[]> {
  const key = await frameSource(services, services.db, videoId);
  if (!key) throw new GiveUp("no_source", "There is no file of this video to take a frame from.");
  let source = services.storage.localPath(key);
  if (source === null) {
    source = join(folder, `source${/\.[a-z0-9]+$/.exec(key)?.[0] ?? ""}`);
    await services.storage.download(key, source, signal);
  }
  source = await readableSource(source, folder, signal);
  const facts = await probe(source, { signal });
  return makePosters({ source, facts, atSeconds, workFolder: folder, signal });
}

/** The file a frame is taken from: the original if it has pictures, else the largest download; null when there is neither. */
async function frameSource({ storage }: Services, db: Tx | Services["db"], videoId: number): Promise<string | null> {
  const video = await db
    .selectFrom("videos")
    .select(["source_key", "version", "sound_only"])
    .where("id", "=", videoId)
    .executeTakeFirst();
  if (!video) return null;
  if (video.source_key && !video.sound_only) return video.source_key;
  const renditions = await db
    .selectFrom("renditions")
    .select("label")
    .where("video_id", "=", videoId)
    .where("version", "=", video.version)
    .where("kind", "=", "video")
    .where("state", "=", "complete")
    .orderBy("height", "desc")
    .execute();
  for (const { label } of renditions) {
    const key = `assets/${videoId}/v${video.version}/mp4/${label}.mp4`;
    if (await storage.stat(key)) return key;
  }
  return null;
}

async function putInPlace(
  services: Services,
  videoId: number,
  number: number,
  posters: readonly Poster[],
): Promise<void> {
  const { db, storage } = services;
  const images: Record<string, string> = {};
  for (const { label, path } of posters) {
    const key = `${posterFolder(videoId, number)}/${label}.jpg`;
    await storage.putFile(key, path, JPEG);
    images[label] = key;
  }
  const bytes = await bytesBelow(services, videoId);
  const inPlace = await db.transaction().execute(async (tx) => {
    const video = await tx
      .selectFrom("videos")
      .select(["poster", "poster_work", "project_id", "hash"])
      .where("id", "=", videoId)
      .where("deleted_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (video?.poster_work?.number !== number) return false;
    await tx
      .updateTable("videos")
      .set({ images: JSON.stringify(images), poster: number, poster_work: null, updated_at: services.clock.now() })
      .where("id", "=", videoId)
      .execute();
    await addExtraBytes(tx, videoId, (bytes.get(number) ?? 0) - (bytes.get(video.poster) ?? 0));
    if (video.poster > 0)
      await services.jobs.send(
        tx,
        deletePoster,
        { videoId, number: video.poster },
        { startAfterSeconds: POSTER_GRACE_SECONDS },
      );
    await publish(tx, projectChannel(video.project_id), VIDEO_CHANGED_EVENT, { id: videoId });
    await notify(tx, "playback_changed", video.hash);
    return true;
  });
  // Another poster was chosen meanwhile, or the video deleted.
  if (!inPlace) await storage.deletePrefix(posterFolder(videoId, number));
}

/** Stores why a poster could not be made; the previous one stays. */
async function failByHand(
  { db, storage }: Services,
  { videoId, number }: Payload,
  { message }: VideoFailure,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const video = await tx
      .selectFrom("videos")
      .select(["poster_work", "project_id"])
      .where("id", "=", videoId)
      .forUpdate()
      .executeTakeFirst();
    if (video?.poster_work?.number !== number) return;
    await tx
      .updateTable("videos")
      .set({ poster_work: JSON.stringify({ number, state: "failed", message }) })
      .where("id", "=", videoId)
      .execute();
    await publish(tx, projectChannel(video.project_id), VIDEO_CHANGED_EVENT, { id: videoId });
  });
  await storage.delete(pictureOf(videoId, number));
}
