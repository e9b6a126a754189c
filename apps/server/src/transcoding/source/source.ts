import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isWebpFilm, makeWebpFilm } from "@kinora/media/pictures/webp-film.ts";
import { makeSoundFilm, type SoundFacts } from "@kinora/media/sound/sound-film.ts";
import type { Services } from "../../context.ts";
import { assetKey, workFolder, type Transcode } from "../encoding/transcode.ts";

/** The folder in the work folder that holds copies of sources. */
export const SOURCES = "sources";

/**
 * A local path of a transcode's source: the stored file itself, or with S3 a copy kept beside the worker until the
 * transcode ends. Of a sound or an animated WebP it is the film that is made of it.
 */
export async function localSource(services: Services, transcode: Transcode, signal: AbortSignal): Promise<string> {
  const stored = await localFile(services, transcode, signal);
  if (transcode.plan?.sound) return (await filmOfSound(services, transcode, stored, signal)).path;
  return (await isWebpFilm(stored)) ? filmOfWebp(services, transcode, stored, signal) : stored;
}

async function localFile(services: Services, transcode: Transcode, signal: AbortSignal): Promise<string> {
  const direct = services.storage.localPath(transcode.source_key);
  if (direct) return direct;
  const folder = sourceFolder(services, transcode.id);
  const path = join(folder, basename(transcode.source_key));
  if (await isThere(path)) return path;
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
  const path = join(sourceFolder(services, transcode.id), "film.mkv");
  const known = transcode.plan?.sound;
  if (known && (await isThere(path))) return { path, sound: known };
  return { path, sound: await makeFilm(path, (place) => makeSoundFilm({ ...place, source, signal })) };
}

/** The film of an animated WebP, kept as long. */
async function filmOfWebp(
  services: Services,
  transcode: Transcode,
  source: string,
  signal: AbortSignal,
): Promise<string> {
  const path = join(sourceFolder(services, transcode.id), "film.png");
  if (!(await isThere(path))) await makeFilm(path, (place) => makeWebpFilm({ ...place, source, signal }));
  return path;
}

/** Jobs of one transcode may begin at the same moment, and each may be killed: a film is whole when it has its name. */
async function makeFilm<Made>(
  path: string,
  make: (place: { target: string; workFolder: string }) => Promise<Made>,
): Promise<Made> {
  const folder = join(dirname(path), randomUUID());
  await mkdir(folder, { recursive: true });
  try {
    const target = join(folder, basename(path));
    const made = await make({ target, workFolder: folder });
    await rename(target, path);
    return made;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isThere = async (path: string) => (await stat(path).catch(() => null)) !== null;

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
