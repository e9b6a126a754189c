import { InvalidKey } from "./errors.ts";

/** Returns the key when it is a plain relative POSIX path that cannot escape from storage. @throws InvalidKey otherwise. */
export function checkKey(key: string): string {
  const parts = key.split("/");
  const bad = parts.some((part) => part === "" || part === "." || part === ".." || part.length > 255);
  if (bad || key.length > 1024 || key.split("").some(isUnfit)) throw new InvalidKey(key);
  // Files being written are in the same folders under such names.
  if (parts.some((part) => part.startsWith(draftPrefix))) throw new InvalidKey(key);
  return key;
}

/** Backslashes are separators on other systems, and control characters are not allowed. */
function isUnfit(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return character === "\\" || code < 0x20 || code === 0x7f;
}

/** A folder, with or without its last slash, as `folder/`; the empty prefix is all of storage. */
export function checkPrefix(prefix: string): string {
  const folder = prefix.endsWith("/") ? prefix.slice(0, -1) : prefix;
  return folder === "" ? "" : `${checkKey(folder)}/`;
}

/** Name prefix of unfinished files. */
export const draftPrefix = ".draft-";

/** The content type by file name, for files stored without one. */
export function contentTypeOf(key: string): string {
  const extension = key.slice(key.lastIndexOf(".") + 1).toLowerCase();
  return contentTypes[extension] ?? "application/octet-stream";
}

const contentTypes: Record<string, string> = {
  m3u8: "application/vnd.apple.mpegurl",
  m4s: "video/iso.segment",
  mp4: "video/mp4",
  jpg: "image/jpeg",
  png: "image/png",
  vtt: "text/vtt; charset=utf-8",
  json: "application/json",
};
