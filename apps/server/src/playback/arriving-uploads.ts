import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { HeadPatch, ProgressiveHead } from "@kinora/domain/uploads/progressive.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import type { Services } from "../context.ts";
import { RecentValues } from "../platform/process/recent-values.ts";
import { readStored, storedBytes } from "../uploads/tus/unfinished.ts";
import { requestedPart, writePart, type RequestedPart } from "./file-answer.ts";
import type { FlatHeaders } from "./media-headers.ts";
import { sendStream } from "./stored-files.ts";

/** One look into the database at this distance serves everyone who waits for the same upload. */
const LOOK_MS = 250;
/** A request waits this long for bytes. Proxies usually give up after a minute. */
const PATIENCE_MS = 20_000;
/** More is answered to the next request, which is decided on again. */
const MOST_BYTES = 8 * 1024 ** 2;
const MAXIMUM_UPLOADS = 1_000;

/** The upload of a video that plays while it arrives, until a rendition can. */
export interface ArrivingUpload {
  id: string;
  /** Of the whole file. */
  sizeBytes: number;
  head: ProgressiveHead;
}

/** Its media type without codecs. */
export const containerType = ({ head }: ArrivingUpload): string => head.mediaType.split(";", 1)[0] ?? "";

/** The name of its file in addresses of the edge. */
export const progressiveName = (upload: ArrivingUpload): string => `progressive.${containerType(upload).split("/")[1]}`;

interface Arrived {
  bytes: number;
  /** Where the whole file is in storage; null before. */
  key: string | null;
}

/** Serves files of which the end is still being uploaded. */
export class ArrivingUploads {
  readonly #services: Pick<Services, "config" | "db" | "storage">;
  readonly #arrived: RecentValues<Arrived>;

  constructor(services: Pick<Services, "config" | "db" | "storage">) {
    this.#services = services;
    this.#arrived = new RecentValues({
      load: (id) => findArrived(services, id),
      freshMs: LOOK_MS,
      staleMs: LOOK_MS,
      patienceMs: PATIENCE_MS,
      maximumValues: MAXIMUM_UPLOADS,
      now: () => performance.now(),
    });
  }

  /**
   * Answers a GET or HEAD with what has arrived from the requested byte on, for which it waits a moment; one of the whole file
   * waits for its last byte.
   * @param mayGoOn is asked after it has waited.
   * @returns false when the bytes are late, before anything was sent.
   * @throws NotStored when the upload ended without them, before anything was sent.
   */
  async send(
    request: IncomingMessage,
    response: ServerResponse,
    { id, sizeBytes, head }: ArrivingUpload,
    headers: FlatHeaders,
    mayGoOn: () => Promise<boolean>,
  ): Promise<boolean> {
    const etag = `"${id}"`;
    const asked = requestedPart(request, response, sizeBytes, etag, headers);
    if (!asked) return true;
    if (request.method === "HEAD") {
      writePart(request, response, asked, sizeBytes, etag, headers);
      return true;
    }
    const found = await this.#open(response, id, asked, mayGoOn);
    if (!found) return response.destroyed;
    if (writePart(request, response, found.part, sizeBytes, etag, headers))
      await sendStream(Readable.from(patched(found.stream, found.part.start, head.patches)), response);
    return true;
  }

  /** What can be sent now or in a moment; null when it is late, or nobody waits any more. */
  async #open(
    response: ServerResponse,
    id: string,
    asked: RequestedPart,
    mayGoOn: () => Promise<boolean>,
  ): Promise<{ part: RequestedPart; stream: Readable } | null> {
    const needed = asked.kind === "whole" ? asked.lengthBytes : asked.start + 1;
    for (let looks = 0; looks * LOOK_MS <= PATIENCE_MS && !response.destroyed; looks += 1) {
      if (looks > 0) await wait(LOOK_MS);
      const arrived = await this.#arrived.get(id);
      if (!arrived) throw new NotStored(id);
      if (arrived.bytes < needed) continue;
      if (looks > 0 && !(await mayGoOn())) throw new NotStored(id);
      const part = arrivedPart(asked, arrived.bytes);
      const stream = await this.#read(id, arrived, part);
      if (stream) return { part, stream };
    }
    return null;
  }

  /** Null while the file moves into storage. */
  async #read(id: string, { key }: Arrived, { start, lengthBytes }: RequestedPart): Promise<Readable | null> {
    const end = start + lengthBytes;
    if (key !== null) return (await this.#services.storage.get(key, { start, end: end - 1 })).stream;
    return readStored(this.#services, id, { start, end }).catch((error: unknown) => {
      if (error instanceof NotStored) return null;
      throw error;
    });
  }
}

function arrivedPart(asked: RequestedPart, arrivedBytes: number): RequestedPart {
  if (asked.kind === "whole") return asked;
  const lengthBytes = Math.min(asked.lengthBytes, arrivedBytes - asked.start, MOST_BYTES);
  return { ...asked, lengthBytes };
}

/** How much of an upload is there; null once it was cancelled or has failed or expired. */
async function findArrived(services: Pick<Services, "config" | "db" | "storage">, id: string): Promise<Arrived | null> {
  const row = await services.db
    .selectFrom("uploads")
    .innerJoin("videos", "videos.id", "uploads.video_id")
    .select(["uploads.state", "uploads.offset_bytes", "uploads.size_bytes", "videos.source_key"])
    .where("uploads.id", "=", id)
    .where("uploads.state", "in", ["uploading", "complete"])
    .executeTakeFirst();
  if (!row) return null;
  if (row.state === "complete") return { bytes: row.size_bytes, key: row.source_key };
  // The offset may be of bytes that are still being written, and storage may have bytes that wait for their checksum.
  return { bytes: Math.min(row.offset_bytes, await storedBytes(services, id)), key: null };
}

/** Bytes of a file from `start` on, with those of the patches in place of their own. */
async function* patched(
  bytes: AsyncIterable<Buffer>,
  start: number,
  patches: readonly HeadPatch[],
): AsyncGenerator<Buffer> {
  let at = start;
  for await (const chunk of bytes) {
    for (const patch of patches) {
      const put = Buffer.from(patch.bytes, "hex");
      if (patch.at < at + chunk.length && patch.at + put.length > at)
        put.copy(chunk, Math.max(0, patch.at - at), Math.max(0, at - patch.at));
    }
    at += chunk.length;
    yield chunk;
  }
}
