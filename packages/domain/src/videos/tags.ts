import { composed } from "../composed.ts";

export const TAG_NAME_MAX = 50;
/** Tags a project may have. */
export const TAGS_MAX = 100_000;
/** Tags that can be added in one go. */
export const TAGS_AT_ONCE = 200;
/** Tags one video may carry. */
export const VIDEO_TAGS_MAX = 50;

/**
 * The names in a text people typed or pasted, divided by commas or lines: trimmed, inner spaces made single, in the
 * order of the text, each once whatever its case.
 */
export function splitTags(text: string): string[] {
  const names = new Map<string, string>();
  for (const part of composed(text).split(/[,;\n\r]+/)) {
    const name = part.replaceAll(/\s+/g, " ").trim();
    if (name !== "" && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()];
}
