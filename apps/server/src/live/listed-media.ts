import type { LiveFiles } from "./live-files.ts";
import type { LoopMedia } from "./loop-media.ts";
import { readSlate } from "./slate-show.ts";

/** Where what a playlist lists comes from. */
export interface MediaSources {
  files: Pick<LiveFiles, "get" | "read" | "readPart">;
  looped: Pick<LoopMedia, "read">;
}

/** A file that is in memory, or is made when somebody asks: segments of loops and slates stand wherever their stream needs them. Null for any other. */
export async function readListed({ files, looped }: MediaSources, name: string): Promise<Buffer | null> {
  return files.get(name) ?? (await files.readPart(name)) ?? (await looped.read(name)) ?? (await readSlate(files, name));
}
