import { holds } from "@kinora/contract/access.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context, Services } from "../../context.ts";
import type { Caller } from "../../platform/access/caller.ts";
import { authorize } from "../../platform/access/scope.ts";
import { hasBody } from "../../platform/http/body-pace.ts";
import { idempotentRequest } from "../../platform/http/idempotency.ts";
import type { FindCaller } from "../../platform/http/serve-operations.ts";
import { requireNoMaintenance } from "../../platform/installation/maintenance.ts";
import { Refusal } from "../../platform/refusal.ts";
import { requireOpenProject } from "../project-storage.ts";
import { isBeside, isOwn, isUploadId, readUpload, type UploadRow } from "../rows.ts";
import { cancelUpload } from "../source/cancel.ts";
import { isWhole } from "../source/finish.ts";
import { appendBytes, finishWhole } from "./append.ts";
import { createOnce } from "./create-once.ts";
import type { UploadLock, UploadLocks } from "./locks.ts";
import { openPart } from "./part-files.ts";
import {
  announcedBytes,
  byteHeader,
  checkVersion,
  CHUNK_TYPE,
  isChunk,
  ProtocolError,
  readMetadata,
} from "./protocol.ts";
import { createRunningHashes } from "./running-hashes.ts";
import { arrivesInPieces, storedBytes } from "./unfinished.ts";

export type UploadRequest = FastifyRequest<{ Params: { id: string } }>;

/** Answers the requests of the tus protocol that create, continue, look at and end uploads. */
export class UploadRequests {
  readonly #services: Services;
  readonly #findCaller: FindCaller;
  readonly #locks: UploadLocks;
  readonly #hashes = createRunningHashes();

  constructor(services: Services, findCaller: FindCaller, locks: UploadLocks) {
    this.#services = services;
    this.#findCaller = findCaller;
    this.#locks = locks;
  }

  async create(request: FastifyRequest, reply: FastifyReply) {
    checkVersion(request.headers);
    const size = announcedBytes(request.headers);
    const context = await this.#contextOf(request, reply);
    const metadata = readMetadata(request.headers["upload-metadata"], onlyProjectOf(context.caller));
    const withBytes = isChunk(request.headers) && hasBody(request.headers);
    if (withBytes && (byteHeader(request.headers, "content-length") ?? 0) > size) {
      throw new Refusal("too_large", "The body is longer than the file it belongs to.");
    }
    const { id, isRepeated } = await createOnce(context, idempotentRequest(request, reply), metadata, size);
    const { expires_at: expiresAt } = await this.#findOwn(context, id);
    reply.headers({
      location: `${this.#services.config.urls.api}/uploads/${id}`,
      "upload-expires": expiresAt.toUTCString(),
    });
    if (withBytes) {
      const appended = await this.#alone(context, id, async (row, { signal }) =>
        isRepeated
          ? { offset: await this.#settleOffset(row), expiresAt: row.expires_at }
          : appendBytes(this.#services, this.#hashes, {
              ...{ row, offset: 0, body: request.raw, signal },
              recheck: () => this.#recheck(request, id),
            }),
      );
      reply.headers({ "upload-offset": appended.offset, "upload-expires": appended.expiresAt.toUTCString() });
    }
    return reply.status(201).send();
  }

  async append(request: UploadRequest, reply: FastifyReply) {
    checkVersion(request.headers);
    if (!isChunk(request.headers)) {
      throw new ProtocolError(415, `The bytes of an upload are sent with the Content-Type ${CHUNK_TYPE}.`);
    }
    const from = byteHeader(request.headers, "upload-offset");
    if (from === null) throw new ProtocolError(400, "The header Upload-Offset is missing.");
    const { id } = request.params;
    const context = await this.#contextOf(request, reply);
    const appended = await this.#alone(context, id, async (row, { signal }) => {
      const offset = await this.#settleOffset(row);
      if (from !== offset) throw new Refusal("conflict", `This upload resumes at byte ${offset}, not at ${from}.`);
      if (offset === row.size_bytes) return { offset, expiresAt: row.expires_at };
      return appendBytes(this.#services, this.#hashes, {
        row,
        offset,
        body: request.raw,
        signal,
        recheck: () => this.#recheck(request, id),
      });
    });
    return reply
      .headers({ "upload-offset": appended.offset, "upload-expires": appended.expiresAt.toUTCString() })
      .status(204)
      .send();
  }

  async readOffset(request: UploadRequest, reply: FastifyReply) {
    checkVersion(request.headers);
    const context = await this.#contextOf(request, reply);
    const { row, offset } = await this.#alone(context, request.params.id, async (found) => ({
      row: found,
      offset: await this.#settleOffset(found),
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

  async terminate(request: UploadRequest, reply: FastifyReply) {
    checkVersion(request.headers);
    const context = await this.#contextOf(request, reply);
    await this.#alone(context, request.params.id, async (row) => {
      if (row.state === "complete") throw new Refusal("conflict", "This upload is complete. Delete its video instead.");
      if (row.state !== "uploading" || row.video_deleted_at) throw new Refusal("gone", "This upload was canceled.");
      this.#hashes.forget(row.id);
      await cancelUpload(context, row);
    });
    return reply.status(204).send();
  }

  /** @throws Refusal `not_found` for an upload that is missing, foreign or another caller's. */
  async #findOwn(context: Context, id: string): Promise<UploadRow> {
    if (!isUploadId(id)) throw missing();
    await authorize(context.db, context.caller, holds("video_add", "upload"), id);
    const row = await readUpload(context.db, id);
    if (!row || !isOwn(context.caller, row) || row.source_url !== null) throw missing();
    return row;
  }

  /** Runs `work` while holding the upload's lock, with its current row. */
  async #alone<T>(context: Context, id: string, work: (row: UploadRow, lock: UploadLock) => Promise<T>): Promise<T> {
    await this.#findOwn(context, id);
    const lock = await this.#locks.acquire(id);
    try {
      // The state may have changed while waiting for the lock, the owner cannot.
      const row = await readUpload(context.db, id);
      if (!row) throw missing();
      return await work(row, lock);
    } finally {
      await lock.release();
    }
  }

  /** Answers an upload's offset once its bytes are durable. Finishes an upload that has every byte. */
  async #settleOffset(row: UploadRow): Promise<number> {
    if (
      row.video_deleted_at ||
      row.state === "cancelled" ||
      (row.state === "uploading" && row.video_status !== "uploading" && !isBeside(row))
    )
      throw new Refusal("gone", "This upload was canceled.");
    if (row.state === "complete") return row.size_bytes;
    if (row.state !== "uploading") throw new Refusal("gone", "This upload has expired. Start it again.");
    if (await isWhole(this.#services, row)) {
      await finishWhole(this.#services, this.#hashes, row);
      return row.size_bytes;
    }
    const bytes = await storedBytes(this.#services, row.id);
    if (arrivesInPieces(this.#services)) return bytes;
    // This process syncs its own writes before it answers.
    if (bytes > 0 && !this.#hashes.has(row.id, bytes)) {
      await using file = await openPart(this.#services.config, row.id);
      await file.datasync();
    }
    return bytes;
  }

  async #recheck(request: FastifyRequest, id: string): Promise<void> {
    const { project_suspended_at } = await this.#findOwn(await this.#contextOf(request), id);
    requireOpenProject({ suspended_at: project_suspended_at });
  }

  /** The caller's context. @throws Refusal `maintenance` for a request that changes something while nothing can be changed. */
  async #contextOf(request: FastifyRequest, reply?: FastifyReply): Promise<Context> {
    const context = { ...this.#services, caller: await this.#findCaller(this.#services, request, reply) };
    if (tunnelled(request) !== "HEAD") await requireNoMaintenance(context);
    return context;
  }
}

/** The method a request means: POST may carry another one (tus 1.0, "X-HTTP-Method-Override"). */
export function tunnelled({ method, headers }: Pick<FastifyRequest, "method" | "headers">): string {
  const meant = headers["x-http-method-override"];
  return method === "POST" && typeof meant === "string" ? meant.trim().toUpperCase() : method;
}

const missing = () => new Refusal("not_found", "This upload does not exist or belongs to another project.");

/** The project of a caller whose uploads need not name it. */
const onlyProjectOf = (caller: Caller): number | null => (caller.kind === "upload_token" ? caller.projectId : null);

const base64 = (text: string): string => Buffer.from(text).toString("base64");
