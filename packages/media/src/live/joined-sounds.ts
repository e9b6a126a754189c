import { fileUrl, hostileInputOptions } from "../probe/containers.ts";
import { runTool } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";

/** A film and the sounds that belong to it, with the times of the film. */
export interface JoinSoundsOptions {
  film: string;
  /** BCP 47, of the film's own sound; null where it is not known. */
  language: string | null;
  sounds: readonly { path: string; language: string | null }[];
  /** The Matroska file to write; its folder is the one below. */
  target: string;
  folder: string;
}

/** Writes a film with its own sound and others into one file; nothing is encoded. @throws MediaError */
export async function joinSounds({ film, language, sounds, target, folder }: JoinSoundsOptions): Promise<void> {
  const files = [film, ...sounds.map(({ path }) => path)];
  const languages = [language, ...sounds.map((sound) => sound.language)];
  const result = await runTool({
    binary: "ffmpeg",
    args: [
      // Each file has the times of the film; ffmpeg would begin each of them at zero.
      ...["-hide_banner", "-nostdin", "-y", "-v", "error", "-copyts"],
      ...files.flatMap((path) => [...hostileInputOptions, "-i", fileUrl(path)]),
      ...["-map", "0:v", "-map", "0:a?", ...sounds.flatMap((_, index) => ["-map", `${index + 1}:a`])],
      ...languages.flatMap((each, index) => (each === null ? [] : [`-metadata:s:a:${index}`, `language=${each}`])),
      ...["-c", "copy", "-f", "matroska", fileUrl(target)],
    ],
    inputs: files,
    workFolder: folder,
  });
  requireSuccess(result);
}
