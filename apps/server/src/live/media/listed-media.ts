import { emptyPart } from "@kinora/media/live/live-playlist.ts";
import type { LoopMedia } from "../loop/loop-media.ts";
import type { LiveFiles } from "./live-files.ts";
import { readSlate } from "./slate-player.ts";

/** Sources of the media a playlist lists. */
export interface MediaSources {
  files: Pick<LiveFiles, "get" | "read" | "readPart">;
  looped: Pick<LoopMedia, "read">;
}

/** Reads a file from memory, or makes it: segments of loops and slates get the decode time of their place in the playlist. Null for any other file. */
export async function readListed({ files, looped }: MediaSources, name: string): Promise<Buffer | null> {
  return files.get(name) ?? (await files.readPart(name)) ?? (await looped.read(name)) ?? (await readSlate(files, name));
}

const SEGMENT = /^(\d{1,12})\.m4s$/;

/**
 * Reads a segment of a loop or a slate by its number, as manifests name all segments, and one that was lost as an empty one. Null for any
 * other file.
 */
export async function readNumbered(
  sources: MediaSources & { files: Pick<LiveFiles, "reachable"> },
  rung: string,
  file: string,
): Promise<Buffer | null> {
  const [, sequence] = SEGMENT.exec(file) ?? [];
  if (sequence === undefined) return null;
  const segment = sources.files.reachable.find((one) => one.sequence === Number(sequence));
  const entry = segment?.rungs.get(rung);
  if (entry?.state === "gap") return emptyPart;
  return entry && segment?.kind !== "live" ? readListed(sources, entry.name) : null;
}
