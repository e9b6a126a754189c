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
