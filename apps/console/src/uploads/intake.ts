import { isMediaName } from "@kinora/domain/uploads/media-files.ts";
import type { uploadsTexts } from "./texts.ts";

/** What may be put into the list, as the config says it. */
export interface Allowance {
  max_bytes: number;
  used_bytes: number;
  limit_bytes: number | null;
}

type Reason = Extract<keyof typeof uploadsTexts, "tooLarge" | "overQuota" | "notMedia" | "empty" | "alreadyListed">;

type Candidate = Pick<File, "name" | "size" | "type">;

/** Whether a file can be a video or a sound at all, by its type or its name. */
export const looksLikeMedia = ({ type, name }: Pick<File, "type" | "name">): boolean =>
  /^(?:video|audio)\//.test(type) || isMediaName(name);

/**
 * Says early why a file cannot be uploaded, or null when it can. `pendingBytes` are those of files already in the
 * list that the account's storage does not count yet.
 */
export function refuseFile(
  file: Candidate,
  allowance: Allowance,
  listed: readonly Candidate[],
  pendingBytes: number,
): Reason | null {
  if (!looksLikeMedia(file)) return "notMedia";
  if (file.size === 0) return "empty";
  if (file.size > allowance.max_bytes) return "tooLarge";
  if (listed.some(({ name, size }) => name === file.name && size === file.size)) return "alreadyListed";
  const { limit_bytes: limit, used_bytes: used } = allowance;
  if (limit !== null && used + pendingBytes + file.size > limit) return "overQuota";
  return null;
}

/** A title to begin with: the file's name without its ending, with spaces for underscores. */
export function titleFromFileName(name: string): string {
  const title = name
    .replace(/\.[^.]{1,5}$/, "")
    .replaceAll("_", " ")
    .trim();
  return title === "" ? name : title;
}
