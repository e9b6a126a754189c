import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { makeSoundFilm, type SoundFacts } from "@kinora/media/sound/sound-film.ts";
import type { Services } from "../../context.ts";
import { assetKey, workFolder, type Transcode } from "../encoding/transcode.ts";

/** The folder in the work folder that holds copies of sources. */
export const SOURCES = "sources";

/**
 * A local path of a transcode's source: the stored file itself, or with S3 a copy kept beside the worker until the
 * transcode ends. Of a sound it is the film that is made of it.
 */
export async function localSource(services: Services, transcode: Transcode, signal: AbortSignal): Promise<string> {
  const stored = await localFile(services, transcode, signal);
  return transcode.plan?.sound ? (await filmOfSound(services, transcode, stored, signal)).path : stored;
}

async function localFile(services: Services, transcode: Transcode, signal: AbortSignal): Promise<string> {
  const direct = services.storage.localPath(transcode.source_key);
  if (direct) return direct;
  const folder = sourceFolder(services, transcode.id);
  const path = join(folder, basename(transcode.source_key));
  const known = await stat(path).catch(() => null);
  if (known) return path;
  await mkdir(folder, { recursive: true });
  const partial = `${path}.${randomUUID()}`;
  await services.storage.download(transcode.source_key, partial, signal);
  await rename(partial, path);
  return path;
}

/** The film of a source that is a sound, kept beside the worker until the transcode ends. */
export async function filmOfSound(
  services: Services,
  transcode: Transcode,
  source: string,
  signal: AbortSignal,
): Promise<{ path: string; sound: SoundFacts }> {
  const folder = sourceFolder(services, transcode.id);
  const path = join(folder, "film.mkv");
  const known = transcode.plan?.sound;
  if (known && (await stat(path).catch(() => null))) return { path, sound: known };
  // Jobs of one transcode may begin at the same moment, and each may be killed: a film is whole when it has its name.
  const workFolder = join(folder, randomUUID());
  await mkdir(workFolder, { recursive: true });
  try {
    const target = join(workFolder, "film.mkv");
    const sound = await makeSoundFilm({ source, target, workFolder, signal });
    await rename(target, path);
    return { path, sound };
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

/** Deletes the local copy. */
export async function dropLocalSource(services: Services, transcodeId: number): Promise<void> {
  await rm(sourceFolder(services, transcodeId), { recursive: true, force: true });
}

/** Removes the segments of a source that is not a rendition of its transcode any more; returns whether it did. */
export async function deleteSourceLeftovers({ db, storage }: Services, transcode: Transcode): Promise<boolean> {
  const kept = await db
    .selectFrom("renditions")
    .select("id")
    .where("transcode_id", "=", transcode.id)
    .where("kind", "=", "source")
    .executeTakeFirst();
  if (!kept) await storage.deletePrefix(assetKey(transcode, "source"));
  return !kept;
}

const sourceFolder = (services: Services, transcodeId: number) =>
  join(workFolder(services.config), SOURCES, String(transcodeId));
