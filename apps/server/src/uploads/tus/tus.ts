import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../../context.ts";
import { hasBody } from "../../platform/http/body-pace.ts";
import type { FindCaller } from "../../platform/http/serve-operations.ts";
import { openUploadLocks } from "./locks.ts";
import { ProtocolError, TUS_CAPABILITIES, TUS_HEADERS } from "./protocol.ts";
import { UploadRequests, type UploadRequest } from "./requests.ts";

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
    room.post("/uploads", (request, reply) => requests.create(request, reply));
    room.head("/uploads/:id", (request: UploadRequest, reply) => requests.readOffset(request, reply));
    room.patch("/uploads/:id", (request: UploadRequest, reply) => requests.append(request, reply));
    room.delete("/uploads/:id", (request: UploadRequest, reply) => requests.terminate(request, reply));
    // For clients behind proxies that let only GET and POST through (tus 1.0, "X-HTTP-Method-Override").
    room.post("/uploads/:id", (request: UploadRequest, reply) => {
      const method = request.headers["x-http-method-override"];
      if (method === "PATCH") return requests.append(request, reply);
      if (method === "DELETE") return requests.terminate(request, reply);
      throw new ProtocolError(400, "Send the bytes of an upload with PATCH.");
    });
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
