import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Services } from "../../context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { expiryFrom } from "../create.ts";
import { requireOpenProject } from "../project-storage.ts";
import type { UploadRow } from "../rows.ts";
import { finishUpload } from "../source/finish.ts";
import { watchProgress } from "./progress.ts";
import { noteHead } from "./progressive.ts";
import { byteHeader, ProtocolError, readChecksum } from "./protocol.ts";
import { receive, type Received } from "./receive.ts";
import type { RunningHashes } from "./running-hashes.ts";
import { diskFull, openSink } from "./sinks.ts";
import { arrivesInPieces } from "./unfinished.ts";

/** Of an upload in short bodies, each looks at the head of the file as long as it begins before this. */
const HEAD_BYTES = 16 * 1024 ** 2;

export interface Append {
  row: UploadRow;
  /** The stored bytes when the lock was acquired: where the body begins. */
  offset: number;
  body: IncomingMessage;
  /** The lock's signal. */
  signal: AbortSignal;
  /** Called periodically while bytes arrive; throws the refusal when the caller may not continue. */
  recheck: () => Promise<void>;
}

export interface Appended {
  /** Bytes of the upload that are durable. */
  offset: number;
  expiresAt: Date;
}

/**
 * Appends a request's body to an upload and makes it durable; the last byte finishes the upload.
 * The bytes of an interrupted body, or of one that fills the disk, are kept unless it carries a checksum: then none of it is
 * kept.
 * @throws ProtocolError 423 when the upload was taken over, 460 for a wrong checksum;
 *   Refusal `too_large` beyond the announced size, `storage_full` when the disk is full.
 */
export async function appendBytes(services: Services, hashes: RunningHashes, append: Append): Promise<Appended> {
  const { row, offset, body } = append;
  const remaining = row.size_bytes - offset;
  if ((byteHeader(body.headers, "content-length") ?? 0) > remaining) throw tooLong(remaining);
  requireOpenProject({ suspended_at: row.project_suspended_at });
  const checksum = readChecksum(body.headers["upload-checksum"]);
  // Pieces are hashed when they are put together.
  const running = arrivesInPieces(services) ? null : hashes.take(row.id, offset);
  const unchanged = checksum && running ? { hash: running.hash.copy(), bytes: running.bytes } : null;
  const digest = checksum ? createHash(checksum.algorithm) : null;

  const sink = await openSink(services, row.id, checksum !== null);
  try {
    let seen = 0;
    const kept = () => offset + (checksum ? 0 : seen);
    const progress = watchProgress(services, row, { received: () => offset + seen, kept }, append);
    const received = await receiving({
      body,
      sink,
      position: offset,
      limitBytes: remaining,
      signal: AbortSignal.any([append.signal, progress.signal]),
      onBytes(chunk) {
        seen += chunk.length;
        running?.hash.update(chunk);
        digest?.update(chunk);
      },
    })
      .catch(async (problem: unknown) => {
        // Unverified bytes must not count as received.
        if (checksum) await sink.cutBack(offset);
        if (unchanged) hashes.keep(row.id, unchanged);
        throw problem;
      })
      .finally(() => progress.end());

    const broken = received.end !== "complete";
    const wrong = checksum && digest && !broken && !sameBytes(digest.digest(), checksum.digest);
    const dropped = received.end === "too_long" || wrong || (checksum && broken);
    // A stored hash also implies that its bytes are durable.
    await (dropped ? sink.cutBack(offset) : sink.keep());
    if (dropped) {
      if (unchanged) hashes.keep(row.id, unchanged);
      if (received.end === "too_long") throw tooLong(remaining);
      if (wrong) throw new ProtocolError(460, "These bytes do not match their checksum; send them again.");
    } else if (running) {
      hashes.keep(row.id, { hash: running.hash, bytes: offset + received.bytes });
    }
    const reached = checksum && broken ? offset : offset + received.bytes;
    const appended = { offset: reached, expiresAt: expiryFrom(services.clock.now()) };
    if (reached === row.size_bytes) await finishWhole(services, hashes, row, 1);
    else await saveOffset(services, row, { ...appended, broken });
    if (offset < HEAD_BYTES && reached < row.size_bytes) await noteHead(services, row, reached);
    progress.throwIfRefused();
    if (broken) throw new ProtocolError(423, "Another connection continues this upload.");
    return appended;
  } finally {
    await sink.close();
  }
}

/** Finishes an upload with all bytes on disk, with the hash if this process received them all. */
export async function finishWhole(
  services: Services,
  hashes: RunningHashes,
  row: UploadRow,
  chunks = 0,
): Promise<void> {
  const running = hashes.take(row.id, row.size_bytes);
  try {
    await finishUpload(services, row, { sha256: running ? running.hash.copy().digest() : null, chunks });
  } catch (error) {
    // The database may be unavailable: the client tries again, and the hash is kept for that.
    if (running) hashes.keep(row.id, running);
    throw error;
  }
}

async function receiving(reception: Parameters<typeof receive>[0]): Promise<Received> {
  try {
    return await receive(reception);
  } catch (problem) {
    const code = typeof problem === "object" && problem !== null && "code" in problem ? problem.code : null;
    if (code !== "ENOSPC" && code !== "EDQUOT") throw problem;
    throw diskFull();
  }
}

async function saveOffset(
  { db, clock }: Services,
  row: UploadRow,
  { offset, expiresAt, broken }: { offset: number; expiresAt: Date; broken: boolean },
): Promise<void> {
  await db
    .updateTable("uploads")
    .set(({ eb }) => ({
      offset_bytes: offset,
      updated_at: clock.now(),
      expires_at: expiresAt,
      ...(broken ? { interruptions: eb("interruptions", "+", 1) } : { chunks: eb("chunks", "+", 1) }),
    }))
    .where("id", "=", row.id)
    .where("state", "=", "uploading")
    .execute();
}

const sameBytes = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

const tooLong = (remaining: number) =>
  new Refusal("too_large", `The body goes beyond the end of the file: ${remaining} bytes were still expected.`);
