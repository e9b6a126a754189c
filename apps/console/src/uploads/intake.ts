import type { uploadsTexts } from "./texts.ts";

/** What may be put into the list, as the config says it. */
export interface Allowance {
  max_bytes: number;
  used_bytes: number;
  limit_bytes: number | null;
}

type Reason = Extract<keyof typeof uploadsTexts, "tooLarge" | "overQuota" | "notMedia" | "empty" | "alreadyListed">;

const MEDIA_NAMES =
  /\.(?:mp4|m4v|mov|mkv|webm|avi|mpe?g|m2?ts|mts|ts|wmv|flv|f4v|ogv|3gp|3g2|mxf|vob|asf|y4m|dv|gif|apng|webp|mp3|m4[ab]|flac|og[ag]|opus|wav|aiff?|aac|caf|wma|mka)$/i;

type Candidate = Pick<File, "name" | "size" | "type">;

/** Whether a file can be a video or a sound at all, by its type or its name. */
export const looksLikeMedia = ({ type, name }: Pick<File, "type" | "name">): boolean =>
  /^(?:video|audio)\//.test(type) || MEDIA_NAMES.test(name);

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
