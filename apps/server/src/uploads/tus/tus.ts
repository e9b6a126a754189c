import type { IncomingMessage } from "node:http";
import { holds } from "@kinora/contract/access.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context, Services } from "../../context.ts";
import type { Caller } from "../../platform/access/caller.ts";
import { authorize } from "../../platform/access/scope.ts";
import { idempotentRequest } from "../../platform/http/idempotency.ts";
import type { FindCaller } from "../../platform/http/serve-operations.ts";
import { requireNoMaintenance } from "../../platform/installation/maintenance.ts";
import { Refusal } from "../../platform/refusal.ts";
import { isOwn, isUploadId, readUpload, type UploadRow } from "../rows.ts";
import { cancelUpload } from "../source/cancel.ts";
import { isWhole } from "../source/finish.ts";
import { appendBytes, finishWhole } from "./append.ts";
import { createOnce } from "./create-once.ts";
import { openUploadLocks, type UploadLock } from "./locks.ts";
import { openPart, partBytes } from "./part-files.ts";
import {
  announcedBytes,
  byteHeader,
  checkVersion,
  CHUNK_TYPE,
  ProtocolError,
  readMetadata,
  TUS_CAPABILITIES,
  TUS_HEADERS,
} from "./protocol.ts";
import { createRunningHashes } from "./running-hashes.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What @fastify/cors does differently for a route; its own types leave it out. */
    cors?: { strictPreflight: boolean; preflightContinue: boolean };
  }
}

/** A refused body is read this far, so that the client sees the answer; then the connection is closed. */
const UNWANTED_BYTES = 64 * 1024 * 1024;
const UNWANTED_MS = 10_000;

type UploadRequest = FastifyRequest<{ Params: { id: string } }>;

/**
 * Resumable uploads at /uploads in the tus protocol, version 1.0 with creation, creation-with-upload, expiration,
 * checksum and termination (tus.io/protocols/resumable-upload).
 */
export async function serveUploads(app: FastifyInstance, services: Services, findCaller: FindCaller): Promise<void> {
  const locks = openUploadLocks(services);
  const hashes = createRunningHashes();

  const contextOf = (request: FastifyRequest, reply?: FastifyReply) =>
    openContext(services, findCaller, request, reply);

  /** @throws Refusal `not_found` for an upload that is missing, foreign or another caller's. */
  async function findOwn(context: Context, id: string): Promise<UploadRow> {
    if (!isUploadId(id)) throw missing();
    await authorize(context.db, context.caller, holds("video_add", "upload"), id);
    const row = await readUpload(context.db, id);
    if (!row || !isOwn(context.caller, row) || row.source_url !== null) throw missing();
    return row;
  }

  /** Runs `work` while holding the upload's lock, with its current row. */
  async function alone<T>(
    context: Context,
    id: string,
    work: (row: UploadRow, lock: UploadLock) => Promise<T>,
  ): Promise<T> {
    await findOwn(context, id);
    const lock = await locks.acquire(id);
    try {
      // The state may have changed while waiting for the lock, the owner cannot.
      const row = await readUpload(context.db, id);
      if (!row) throw missing();
      return await work(row, lock);
    } finally {
      await lock.release();
    }
  }

  async function create(request: FastifyRequest, reply: FastifyReply) {
    checkVersion(request.headers);
    const size = announcedBytes(request.headers);
    const context = await contextOf(request, reply);
    const metadata = readMetadata(request.headers["upload-metadata"], onlyProjectOf(context.caller));
    const withBytes = request.headers["content-type"] === CHUNK_TYPE && hasBody(request.raw);
    if (withBytes && (byteHeader(request.headers, "content-length") ?? 0) > size) {
      throw new Refusal("too_large", "The body is longer than the file it belongs to.");
    }
    const { id, isRepeated } = await createOnce(context, idempotentRequest(request, reply), metadata, size);
    const { expires_at: expiresAt } = await findOwn(context, id);
    reply.headers({ location: `${services.config.urls.api}/uploads/${id}`, "upload-expires": expiresAt.toUTCString() });
    if (withBytes) {
      const appended = await alone(context, id, async (row, { signal }) =>
        isRepeated
          ? { offset: await settleOffset(row), expiresAt: row.expires_at }
          : appendBytes(services, hashes, {
              ...{ row, offset: 0, body: request.raw, signal },
              recheck: () => recheck(request, id),
            }),
      );
      reply.headers({ "upload-offset": appended.offset, "upload-expires": appended.expiresAt.toUTCString() });
    }
    return reply.status(201).send();
  }

  async function append(request: UploadRequest, reply: FastifyReply) {
    checkVersion(request.headers);
    if (request.headers["content-type"] !== CHUNK_TYPE) {
      throw new ProtocolError(415, `The bytes of an upload are sent with the Content-Type ${CHUNK_TYPE}.`);
    }
    const from = byteHeader(request.headers, "upload-offset");
    if (from === null) throw new ProtocolError(400, "The header Upload-Offset is missing.");
    const { id } = request.params;
    const context = await contextOf(request, reply);
    const appended = await alone(context, id, async (row, { signal }) => {
      const offset = await settleOffset(row);
      if (from !== offset) throw new Refusal("conflict", `This upload resumes at byte ${offset}, not at ${from}.`);
      if (offset === row.size_bytes) return { offset, expiresAt: row.expires_at };
      return appendBytes(services, hashes, {
        row,
        offset,
        body: request.raw,
        signal,
        recheck: () => recheck(request, id),
      });
    });
    return reply
      .headers({ "upload-offset": appended.offset, "upload-expires": appended.expiresAt.toUTCString() })
      .status(204)
      .send();
  }

  /** Answers an upload's offset after syncing the file to disk. Finishes an upload that has every byte. */
  async function settleOffset(row: UploadRow): Promise<number> {
    if (
      row.video_deleted_at ||
      row.state === "cancelled" ||
      (row.state === "uploading" && row.video_status !== "uploading" && !row.replaces)
    )
      throw new Refusal("gone", "This upload was canceled.");
    if (row.state === "complete") return row.size_bytes;
    if (row.state !== "uploading") throw new Refusal("gone", "This upload has expired. Start it again.");
    if (await isWhole(services, row)) {
      await finishWhole(services, hashes, row);
      return row.size_bytes;
    }
    const bytes = await partBytes(services.config, row.id);
    // This process syncs its own writes before it answers.
    if (bytes > 0 && !hashes.has(row.id, bytes)) {
      await using file = await openPart(services.config, row.id);
      await file.datasync();
    }
    return bytes;
  }

  async function recheck(request: FastifyRequest, id: string): Promise<void> {
    await findOwn(await contextOf(request), id);
  }

  async function readOffset(request: UploadRequest, reply: FastifyReply) {
    checkVersion(request.headers);
    const context = await contextOf(request, reply);
    const { row, offset } = await alone(context, request.params.id, async (found) => ({
      row: found,
      offset: await settleOffset(found),
    }));
    return reply
      .headers({
        "upload-offset": offset,
        "upload-length": row.size_bytes,
        "upload-expires": row.expires_at.toUTCString(),
        "upload-metadata": `filename ${base64(row.file_name)},project_id ${base64(String(row.project_id))}`,
      })
      .status(200)
      .send();
  }

  async function terminate(request: UploadRequest, reply: FastifyReply) {
    checkVersion(request.headers);
    const context = await contextOf(request, reply);
    await alone(context, request.params.id, async (row) => {
      if (row.state === "complete") throw new Refusal("conflict", "This upload is complete. Delete its video instead.");
      if (row.state !== "uploading" || row.video_deleted_at) throw new Refusal("gone", "This upload was canceled.");
      hashes.forget(row.id);
      await cancelUpload(context, row);
    });
    return reply.status(204).send();
  }

  await app.register(async (room) => {
    // Bodies are read by `appendBytes` alone, whatever type they claim to be.
    room.removeAllContentTypeParsers();
    room.addContentTypeParser("*", (_request, _payload, done) => done(null));
    room.addHook("onRoute", (route) => {
      route.config = { ...route.config, slowBodies: true };
    });
    room.addHook("onRequest", async (_request, reply) => {
      reply.headers(TUS_HEADERS);
    });
    room.addHook("onSend", async (request) => discardRest(request.raw));
    room.addHook("preClose", () => locks.close());

    const anyOrigin = { config: { cors: { strictPreflight: false, preflightContinue: true } } };
    const describe = (_request: FastifyRequest, reply: FastifyReply) =>
      reply.status(204).headers(TUS_CAPABILITIES).send();
    room.options("/uploads", anyOrigin, describe);
    room.options("/uploads/:id", anyOrigin, describe);
    room.post("/uploads", create);
    room.head("/uploads/:id", readOffset);
    room.patch("/uploads/:id", append);
    room.delete("/uploads/:id", terminate);
    // For clients behind proxies that let only GET and POST through (tus 1.0, "X-HTTP-Method-Override").
    room.post("/uploads/:id", (request: UploadRequest, reply) => {
      const method = request.headers["x-http-method-override"];
      if (method === "PATCH") return append(request, reply);
      if (method === "DELETE") return terminate(request, reply);
      throw new ProtocolError(400, "Send the bytes of an upload with PATCH.");
    });
  });
}

/** The caller's context. @throws Refusal `maintenance` for a request that changes something while nothing can be changed. */
async function openContext(
  services: Services,
  findCaller: FindCaller,
  request: FastifyRequest,
  reply?: FastifyReply,
): Promise<Context> {
  const context = { ...services, caller: await findCaller(services, request, reply) };
  if (request.method !== "HEAD") await requireNoMaintenance(context);
  return context;
}

const missing = () => new Refusal("not_found", "This upload does not exist or belongs to another project.");

const hasBody = (message: IncomingMessage): boolean =>
  message.headers["transfer-encoding"] !== undefined || Number(message.headers["content-length"] ?? 0) > 0;

function discardRest(message: IncomingMessage): void {
  if (message.readableEnded || message.destroyed || !hasBody(message)) return;
  let bytes = 0;
  message.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > UNWANTED_BYTES) message.destroy();
  });
  const patience = setTimeout(() => message.destroy(), UNWANTED_MS);
  message.on("close", () => clearTimeout(patience));
  message.resume();
}

/** The project of a caller whose uploads need not name it. */
const onlyProjectOf = (caller: Caller): number | null => (caller.kind === "upload_token" ? caller.projectId : null);

const base64 = (text: string): string => Buffer.from(text).toString("base64");
