import { fingerprintIfPossible } from "../platform/fingerprint.ts";

/** An unfinished upload, as the API lists it. */
export interface Unfinished {
  file_name: string;
  size_bytes: number;
  fingerprint: string | null;
  upload_url: string;
}

/**
 * The unfinished upload that a file continues, or null. Cameras number alike on every card and cut at fixed sizes, so a name
 * and a size do not show that it is the same file: its fingerprint does. Where there is none, the file begins anew.
 */
export async function findBegun<T extends Unfinished>(file: File, unfinished: readonly T[]): Promise<T | null> {
  const alike = unfinished.filter((each) => each.file_name === file.name && each.size_bytes === file.size);
  if (!alike.some(({ fingerprint }) => fingerprint !== null)) return null;
  const own = await fingerprintIfPossible(file);
  return own === null ? null : (alike.find(({ fingerprint }) => fingerprint === own) ?? null);
}
