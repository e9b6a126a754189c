import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../../context.ts";
import { hasBody } from "../../platform/http/body-pace.ts";
import type { FindCaller } from "../../platform/http/serve-operations.ts";
import { uploadTrace } from "../rows.ts";
import { openUploadLocks } from "./locks.ts";
import { ProtocolError, TUS_CAPABILITIES, TUS_HEADERS, TUS_VERSION } from "./protocol.ts";
import { tunnelled, UploadRequests, type UploadRequest } from "./requests.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What @fastify/cors does differently for a route; its own types leave it out. */
    cors?: { strictPreflight: boolean; preflightContinue: boolean };
  }
}

/** A refused body is read this far, so that the client sees the answer; then the connection is closed. */
const UNWANTED_BYTES = 64 * 1024 * 1024;
const UNWANTED_MS = 10_000;

/**
 * Resumable uploads at /uploads in the tus protocol, version 1.0 with creation, creation-with-upload, expiration,
 * checksum and termination (tus.io/protocols/resumable-upload).
 */
export async function serveUploads(app: FastifyInstance, services: Services, findCaller: FindCaller): Promise<void> {
  const locks = openUploadLocks(services);
  const requests = new UploadRequests(services, findCaller, locks);
  // One trace shows an upload's life, in however many requests it arrives.
  const storedTrace = ({ params }: FastifyRequest) => uploadTrace(services.db, (params as { id: string }).id);

  await app.register(async (room) => {
    // Bodies are read by `appendBytes` alone, whatever type they claim to be.
    room.removeAllContentTypeParsers();
    room.addContentTypeParser("*", (_request, _payload, done) => done(null));
    room.addHook("onRoute", (route) => {
      route.config = { ...route.config, slowBodies: true, ...(route.url.includes(":id") ? { storedTrace } : {}) };
    });
    room.addHook("onRequest", async (_request, reply) => {
      reply.headers(TUS_HEADERS);
    });
    room.addHook("onSend", async (request, reply) => {
      discardRest(request.raw);
      // tus 1.0, "Tus-Version": what the client may use in place of the version it asked for.
      if (reply.statusCode === 412) reply.header("tus-version", TUS_VERSION);
    });
    room.addHook("preClose", () => locks.close());

    const anyOrigin = { config: { cors: { strictPreflight: false, preflightContinue: true } } };
    const describe = (_request: FastifyRequest, reply: FastifyReply) =>
      reply.status(204).headers(TUS_CAPABILITIES).send();
    // Clients and proxies add a slash to addresses.
    for (const [all, one] of [
      ["/uploads", "/uploads/:id"],
      ["/uploads/", "/uploads/:id/"],
    ] as const) {
      room.options(all, anyOrigin, describe);
      room.options(one, anyOrigin, describe);
      // POST also carries the other methods, for clients behind proxies that let only GET and POST through.
      room.post(all, (request, reply) => {
        const method = tunnelled(request);
        if (method === "POST") return requests.create(request, reply);
        if (method === "OPTIONS") return describe(request, reply);
        throw new ProtocolError(400, "An upload is created with POST.");
      });
      room.head(one, (request: UploadRequest, reply) => requests.readOffset(request, reply));
      room.patch(one, (request: UploadRequest, reply) => requests.append(request, reply));
      room.delete(one, (request: UploadRequest, reply) => requests.terminate(request, reply));
      room.post(one, (request: UploadRequest, reply) => {
        const method = tunnelled(request);
        if (method === "PATCH") return requests.append(request, reply);
        if (method === "DELETE") return requests.terminate(request, reply);
        if (method === "HEAD") return requests.readOffset(request, reply);
        if (method === "OPTIONS") return describe(request, reply);
        throw new ProtocolError(400, "Send the bytes of an upload with PATCH.");
      });
    }
  });
}

function discardRest(message: IncomingMessage): void {
  if (message.readableEnded || message.destroyed || !hasBody(message.headers)) return;
  let bytes = 0;
  message.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > UNWANTED_BYTES) message.destroy();
  });
  const patience = setTimeout(() => message.destroy(), UNWANTED_MS);
  message.on("close", () => clearTimeout(patience));
  message.resume();
}
