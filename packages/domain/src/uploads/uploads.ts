/** How a file came in. */
export const UPLOAD_SOURCES = ["browser", "api", "url", "csv", "sample", "import"] as const;
export type UploadSource = (typeof UPLOAD_SOURCES)[number];

/** A file of the server's machine; `entry` names it in the zip archive at `path`. */
export interface LocalFile {
  path: string;
  entry: string | null;
}

/** An object of the bucket that an import reads, whose keys it has. */
export interface BucketFile {
  import_id: number;
  key: string;
}

/** An entry of the archive that was uploaded for an import. */
export interface ArchiveFile {
  archive_of: number;
  entry: string;
}

/** What is fetched in place of an address. */
export type SourceFile = LocalFile | BucketFile | ArchiveFile;

/** How an upload went, its video's way to playable included. */
export const UPLOAD_RESULTS = ["uploading", "processing", "complete", "cancelled", "failed"] as const;
export type UploadResult = (typeof UPLOAD_RESULTS)[number];

/** Steps of an upload's record, in no order. */
export const UPLOAD_STEPS = [
  "created",
  "retried",
  "complete",
  "cancelled",
  "failed",
  "expired",
  "queued",
  "probed",
  "transcoding",
  "playable",
  "transcode_complete",
  "transcode_failed",
  "transcode_cancelled",
] as const;
export type UploadStep = (typeof UPLOAD_STEPS)[number];

/** Addresses that can be imported in one go. */
export const IMPORTS_AT_ONCE = 200;

/** What to do about an upload that failed, by its error's code. */
const FIXES: Readonly<Record<string, string>> = {
  unsupported_codec: "Export the video as H.264 or HEVC in MP4 or MOV and upload it again.",
  corrupt_file: "Open the file in a player to see whether it is whole, then export or copy it again.",
  too_short: "Upload a longer video.",
  too_large: "Upload a smaller file, or ask a project admin to raise the limit.",
  quota_exceeded: "Delete videos that are not needed, empty the trash, or ask an account owner for more storage.",
  disk_low: "Try again later, or ask the operator of this server for more disk space.",
  url_unreachable:
    "Check that the address opens without signing in and retry, or import it again with the header it asks for.",
  url_not_media: "Use the address of the video file itself, not of the page that shows it.",
  timeout: "Try again when the connection is stable.",
  checksum_mismatch: "Upload the file again.",
  cancelled: "Upload the file again if it is still wanted.",
};

/** A sentence that says what to do about an error code. */
export const uploadFix = (code: string): string =>
  FIXES[code] ?? "Try again; if it fails once more, ask the operator of this server.";

/** A size for people in decimal units, as in the console and the project's settings. */
export const inGigabytes = (bytes: number): string => {
  const [value, unit] = bytes >= 1000 ** 3 ? [bytes / 1000 ** 3, "GB"] : [bytes / 1000 ** 2, "MB"];
  return `${value.toLocaleString("en-US", { maximumFractionDigits: 1 })} ${unit}`;
};
