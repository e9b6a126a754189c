import { composed } from "@kinora/domain/composed.ts";
import { MAXIMUM_UPLOAD_BYTES } from "@kinora/domain/operations/installation-settings.ts";
import { decodeAs } from "@kinora/domain/text-bytes.ts";
import { Refusal } from "../../platform/refusal.ts";
import { readUploadOptions, type UploadOptions } from "../upload-options.ts";

/** The version of tus this server supports (tus.io/protocols/resumable-upload, 1.0.x). */
export const TUS_VERSION = "1.0.0";
export const TUS_EXTENSIONS = "creation,creation-with-upload,expiration,checksum,termination";
export const CHUNK_TYPE = "application/offset+octet-stream";
export const CHECKSUM_ALGORITHMS = ["sha1", "sha256"] as const;
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];

/** The headers of every answer of the tus endpoint. */
export const TUS_HEADERS = { "tus-resumable": TUS_VERSION, "cache-control": "no-store" };

/** The headers of the answer to OPTIONS (tus 1.0, "OPTIONS"). */
export const TUS_CAPABILITIES = {
  "tus-resumable": TUS_VERSION,
  "tus-version": TUS_VERSION,
  "tus-extension": TUS_EXTENSIONS,
  "tus-max-size": String(MAXIMUM_UPLOAD_BYTES),
  "tus-checksum-algorithm": CHECKSUM_ALGORITHMS.join(","),
};

/** A status that only the tus protocol uses: 400, 412, 415, 423 and 460. */
export class ProtocolError extends Error {
  override name = "ProtocolError";
  readonly statusCode: 400 | 412 | 415 | 423 | 460;

  constructor(statusCode: ProtocolError["statusCode"], message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

type Headers = Record<string, string | string[] | undefined>;

/** @throws ProtocolError 412 when the client uses another version of tus. */
export function checkVersion(headers: Headers): void {
  if (headers["tus-resumable"] !== TUS_VERSION) {
    throw new ProtocolError(
      412,
      `This server speaks tus ${TUS_VERSION}; send the header Tus-Resumable: ${TUS_VERSION}.`,
    );
  }
}

/** Whether a body is announced as bytes of an upload. Media types are compared in any case and may have parameters (RFC 9110 §8.3.1). */
export const isChunk = ({ "content-type": type }: Headers): boolean =>
  String(type ?? "")
    .split(";")[0]
    ?.trim()
    .toLowerCase() === CHUNK_TYPE;

/** A header that counts bytes; null when it is missing. @throws ProtocolError 400 when it is no whole number. */
export function byteHeader(
  headers: Headers,
  name: "upload-length" | "upload-offset" | "content-length",
): number | null {
  const text = headers[name];
  if (text === undefined) return null;
  const value = typeof text === "string" && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new ProtocolError(400, `The header ${name} must be a whole number of bytes.`);
  return value;
}

/** The declared size of a new upload, in bytes, at least 1. @throws Refusal `invalid` when it is missing, deferred, of several uploads or 0. */
export function announcedBytes(headers: Headers): number {
  if (headers["upload-concat"] !== undefined) {
    throw new Refusal("invalid", "Send the file as one upload: Upload-Concat is not supported.");
  }
  if (headers["upload-defer-length"] !== undefined) {
    throw new Refusal(
      "invalid",
      "Send Upload-Length when you create the upload: Upload-Defer-Length is not supported.",
    );
  }
  const size = byteHeader(headers, "upload-length");
  if (size === null) throw new ProtocolError(400, "The header Upload-Length is missing.");
  if (size === 0) throw new Refusal("invalid", "This file is empty.");
  return size;
}

export interface Metadata {
  projectId: number;
  fileName: string;
  /** Null when the client sent none: the file's name is used. */
  title: string | null;
  /** The video whose source this file replaces; null for a new video. */
  replacesVideoId?: number | null;
  /** The audio track whose file it is; null for any other. */
  audioTrackId?: number | null;
  /** Further options of a new video. */
  options?: UploadOptions;
}

const MAXIMUM_NAME_CHARACTERS = 1_000;

/**
 * Parses Upload-Metadata: pairs of a key and a base64 value, separated by commas (tus 1.0, "Upload-Metadata").
 * `ownProjectId` is the project of a caller that has only one. The file name is composed (Unicode NFC), as it is searched, and never used as part of a path.
 * @throws Refusal `invalid` when project_id is missing or a value is not base64.
 */
export function readMetadata(header: string | string[] | undefined, ownProjectId: number | null = null): Metadata {
  const values = new Map<string, string>();
  for (const pair of String(header ?? "").split(",")) {
    const [key, value = "", ...rest] = pair.trim().split(" ");
    if (!key) continue;
    if (rest.length > 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) {
      throw new Refusal("invalid", `The upload's metadata ${key} is not in base64.`);
    }
    // PostgreSQL's text cannot contain NUL.
    values.set(key, decodeText(Buffer.from(value, "base64")).replaceAll("\0", "\uFFFD"));
  }
  const projectId = Number(values.get("project_id") ?? ownProjectId);
  if (!Number.isSafeInteger(projectId) || projectId < 1) {
    throw new Refusal("invalid", "The upload's metadata lacks project_id.", {
      fields: { project_id: ["Put the project's id into the upload's metadata as project_id."] },
    });
  }
  return {
    projectId,
    fileName: composed((values.get("filename") ?? values.get("name") ?? "").replaceAll("\u0000", ""))
      .slice(0, MAXIMUM_NAME_CHARACTERS)
      .toWellFormed(),
    title: values.get("title")?.trim() || null,
    options: readUploadOptions(values),
    replacesVideoId: readId(values, "replaces_video_id", "Choose a video of this project."),
    audioTrackId: readId(values, "audio_track_id", "Choose an audio track of this project."),
  };
}

/** Programs of a system that is older than UTF-8 send names as it has them; a name with control characters was none of Windows-1252. */
function decodeText(bytes: Buffer): string {
  const text = decodeAs(bytes, "utf-8")?.text;
  if (text !== undefined) return text;
  const older = decodeAs(bytes, "windows-1252")?.text ?? "";
  return older === "" || /[\u0080-\u009f]/.test(older) ? bytes.toString("utf8") : older;
}

function readId(values: ReadonlyMap<string, string>, field: string, message: string): number | null {
  const text = values.get(field);
  if (text === undefined) return null;
  if (/^[1-9]\d{0,15}$/.test(text)) return Number(text);
  throw new Refusal("invalid", message, { fields: { [field]: [message] } });
}

/** The checksum of a PATCH, or null. @throws ProtocolError 400 for an unsupported algorithm. */
export function readChecksum(
  header: string | string[] | undefined,
): { algorithm: ChecksumAlgorithm; digest: Buffer } | null {
  if (header === undefined) return null;
  const [name, digest] = String(header).split(" ");
  const algorithm = CHECKSUM_ALGORITHMS.find((known) => known === name);
  if (!algorithm || !digest)
    throw new ProtocolError(
      400,
      `Upload-Checksum must be one of ${CHECKSUM_ALGORITHMS.join(", ")} and a base64 digest.`,
    );
  return { algorithm, digest: Buffer.from(digest, "base64") };
}
