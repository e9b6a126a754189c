import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { hasRoomToReceive } from "@kinora/domain/operations/disk.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import type { VideoFailure } from "@kinora/domain/videos/videos.ts";
import { z } from "zod";
import type { Services } from "../../context.ts";
import { publish } from "../../platform/events/events.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { GiveUp } from "../../platform/refusal.ts";
import { expiryFrom } from "../create.ts";
import { emitFailed } from "../failed-upload.ts";
import { readUpload, type UploadRow } from "../rows.ts";
import { finishUpload } from "../source/finish.ts";
import { openPart, partFolder, removePart } from "../tus/part-files.ts";
import { removeUnfinished } from "../tus/unfinished.ts";
import { readFetchHeader } from "./fetch-header.ts";
import { FetchProblem, isPlainlyNoMedia, openUrl, type FetchedUrl } from "./fetch-url.ts";
import { nameImport } from "./import-name.ts";
import { takeRoom } from "./import-size.ts";
import { openSourceFile } from "./source-file.ts";

const TRIES = 3;
const LONGEST_MS = 6 * 60 * 60_000;
/** The minimum of bytes in a minute, 17 kB/s: slower imports fail. */
const LEAST_BYTES = 1024 ** 2;
const LEAST_WITHIN_MS = 60_000;
const SAY_EVERY_MS = 1_000;

/** Fetches an import's file into the folder of unfinished uploads, and finishes it as an upload. A repeated run starts over. */
export const fetchImport = task({
  name: "uploads.fetch_import",
  payload: z.object({ uploadId: z.string() }),
  // A fetch mostly waits for its server; a slow one must not delay other accounts.
  concurrency: 12,
  perGroup: 3,
  maximumFailures: TRIES,
  async run(services, { uploadId }, { signal, failures }) {
    const row = await readImport(services, uploadId);
    if (!row) return removePart(services.config, uploadId);
    try {
      await fetchFile(services, row, AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]));
    } catch (error) {
      await countInterruption(services, uploadId);
      if (!signal.aborted) throw lasting(error, failures + 1 >= TRIES);
      throw error;
    }
  },
  gaveUp: (services, { uploadId }, failure) => failImport(services, uploadId, failure),
});

/** Imports of one account are one group of jobs. */
export const importGroup = (accountId: number) => `account/${accountId}`;

async function countInterruption({ db }: Services, uploadId: string): Promise<void> {
  await db
    .updateTable("uploads")
    .set(({ eb }) => ({ interruptions: eb("interruptions", "+", 1) }))
    .where("id", "=", uploadId)
    .execute();
}

/** Turns errors that a retry cannot fix into the import's failure. */
function lasting(error: unknown, lastTry: boolean): unknown {
  if (error instanceof FetchProblem && (lastTry || !error.passing))
    return new GiveUp(error.code, error.message, error.passing);
  if (error instanceof Error && error.name === "TimeoutError")
    return new GiveUp("timeout", "Fetching this file took more than 6 hours.");
  if (typeof error === "object" && error !== null && "code" in error && error.code === "ENOSPC") return diskFull();
  return error;
}

const diskFull = () => new GiveUp("disk_low", "The server's disk is full.", true);

async function readImport({ db }: Services, uploadId: string): Promise<(UploadRow & { source_url: string }) | null> {
  const row = await readUpload(db, uploadId);
  const waits = row?.state === "uploading" && row.video_status === "uploading" && !row.video_deleted_at;
  return waits && row.source_url !== null ? { ...row, source_url: row.source_url } : null;
}

async function fetchFile(
  services: Services,
  asked: UploadRow & { source_url: string },
  signal: AbortSignal,
): Promise<void> {
  const fetched = await openSource(services, asked, signal);
  const { body, sizeBytes } = fetched;
  try {
    const row = asked.source_file ? asked : await nameImport(services, asked, fetched);
    if (sizeBytes === 0) throw new FetchProblem("url_not_media", "The file at this address is empty.");
    const room = await takeRoom(services, row, sizeBytes);
    await using file = await openPart(services.config, row.id);
    await file.truncate(0);
    const received = await writeBody(services, row, { body, file, room, sizeBytes, signal });
    if (!received) return await removePart(services.config, row.id);
    if (sizeBytes !== null && received.bytes !== sizeBytes)
      throw new FetchProblem("url_unreachable", "The connection closed before the whole file was received.", true);
    await file.sync();
    await services.db
      .updateTable("uploads")
      .set({ size_bytes: received.bytes })
      .where("id", "=", row.id)
      .where("state", "=", "uploading")
      .execute();
    await finishUpload(services, { ...row, size_bytes: received.bytes }, { sha256: received.sha256, chunks: 1 });
    await services.db.updateTable("uploads").set({ fetch_header_sealed: null }).where("id", "=", row.id).execute();
  } finally {
    body.destroy();
  }
}

async function openSource(
  services: Services,
  { id, source_file: file, source_url: address }: UploadRow & { source_url: string },
  signal: AbortSignal,
): Promise<FetchedUrl> {
  if (file) return openSourceFile(services, file, signal);
  const header = await readFetchHeader(services, id);
  const reach = { allowPrivate: services.config.allowPrivateUrls, signal };
  return openUrl(address, header ? { ...reach, header } : reach);
}

interface Reception {
  body: Readable;
  file: FileHandle;
  /** Bytes of the account's storage reserved for this file. */
  room: number;
  sizeBytes: number | null;
  signal: AbortSignal;
}

/** Writes the body to the file; null when the video was cancelled or deleted meanwhile. */
async function writeBody(
  services: Services,
  row: UploadRow,
  reception: Reception,
): Promise<{ bytes: number; sha256: Buffer } | null> {
  const { body, file, sizeBytes, signal } = reception;
  let { room } = reception;
  const hash = createHash("sha256");
  let bytes = 0;
  let said = performance.now();
  let pace = { since: said, bytes };
  for await (const chunk of chunksOf(body)) {
    signal.throwIfAborted();
    if (bytes === 0 && isPlainlyNoMedia(chunk))
      throw new FetchProblem("url_not_media", "The address leads to a page, not to a video file.");
    if (sizeBytes !== null && bytes + chunk.length > sizeBytes)
      throw new FetchProblem("url_unreachable", "The server sends more than it announced.", true);
    while (bytes + chunk.length >= room && sizeBytes === null)
      room = await takeRoom(services, row, null, bytes + chunk.length);
    await writeWhole(file, chunk, bytes);
    hash.update(chunk);
    bytes += chunk.length;
    const now = performance.now();
    if (now - pace.since >= LEAST_WITHIN_MS) {
      if (bytes - pace.bytes < LEAST_BYTES)
        throw new FetchProblem("timeout", "The server sent less than a megabyte in a minute.", true);
      pace = { since: now, bytes };
    }
    if (now - said < SAY_EVERY_MS) continue;
    said = now;
    if (!hasRoomToReceive(await services.diskSpace(partFolder(services.config)))) throw diskFull();
    if (!(await saveProgress(services, row, bytes))) return null;
  }
  if (bytes === 0) throw new FetchProblem("url_not_media", "The file at this address is empty.");
  return { bytes, sha256: hash.digest() };
}

async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield chunk as Buffer;
  } catch (error) {
    if (error instanceof FetchProblem || (error instanceof Error && error.name === "AbortError")) throw error;
    throw new FetchProblem("url_unreachable", "The connection closed before the whole file was received.", true);
  }
}

async function writeWhole(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    written += (await file.write(chunk, written, chunk.length - written, position + written)).bytesWritten;
  }
}

/** Stores the progress of an import; false when it was cancelled or its video deleted. */
async function saveProgress({ db, clock }: Services, row: UploadRow, bytes: number): Promise<boolean> {
  const now = clock.now();
  const wanted = await db
    .updateTable("uploads")
    .from("videos")
    .set({ offset_bytes: bytes, updated_at: now, expires_at: expiryFrom(now) })
    .whereRef("videos.id", "=", "uploads.video_id")
    .where("uploads.id", "=", row.id)
    .where("uploads.state", "=", "uploading")
    .where("videos.status", "=", "uploading")
    .where("videos.deleted_at", "is", null)
    .returning("uploads.id")
    .executeTakeFirst();
  if (!wanted) return false;
  await publish(db, projectChannel(row.project_id), VIDEO_CHANGED_EVENT, { id: row.video_id });
  return true;
}

/** Ends an import with its failure, on its video and in the log. */
export async function failImport(services: Services, uploadId: string, failure: VideoFailure): Promise<void> {
  const { db, clock } = services;
  const row = await readUpload(db, uploadId);
  if (row?.state !== "uploading") return;
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable("videos")
      .set({ status: "failed", failure: JSON.stringify(failure), updated_at: now })
      .where("id", "=", row.video_id)
      .where("status", "=", "uploading")
      .execute();
    const failed = await tx
      .updateTable("uploads")
      .set({ state: "failed", finished_at: now, updated_at: now })
      .where("id", "=", uploadId)
      .where("state", "=", "uploading")
      .returning("id")
      .executeTakeFirst();
    if (failed) await emitFailed(services, tx, row, failure);
    await publish(tx, projectChannel(row.project_id), VIDEO_CHANGED_EVENT, { id: row.video_id });
  });
  await removeUnfinished(services, uploadId);
}
