const MEBIBYTE = 1024 * 1024;

/** SHA-256, in hex, of a file's first and last MiB (of the whole file below 2 MiB): tells files of one size apart without reading them. */
export async function fingerprintOf(file: Blob): Promise<string> {
  const parts = file.size <= 2 * MEBIBYTE ? [file] : [file.slice(0, MEBIBYTE), file.slice(file.size - MEBIBYTE)];
  const digest = await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A file's fingerprint; null where the browser computes no hashes (pages without https) or cannot read the file. */
export async function fingerprintIfPossible(file: Blob): Promise<string | null> {
  if (!("subtle" in crypto)) return null;
  try {
    return await fingerprintOf(file);
  } catch {
    return null;
  }
}
