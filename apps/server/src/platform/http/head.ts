import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A request as an operation reads it: HEAD is GET, whose body is left out of the answer (RFC 9110, 9.3.2). */
export function asGet(request: FastifyRequest): FastifyRequest {
  if (request.method !== "HEAD") return request;
  const raw: unknown = Object.create(request.raw, { method: { value: "GET" } });
  return Object.create(request, { raw: { value: raw } }) as FastifyRequest;
}

/** Leaves the body out of an answer to HEAD, and says its length where it is known. Hooks: `onSend` of a route. */
export async function withoutBody(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> {
  if (request.method !== "HEAD" || body === null || body === undefined) return body;
  if (body instanceof Readable) body.destroy();
  else if (body instanceof ReadableStream) await body.cancel();
  else if (typeof body === "string" || Buffer.isBuffer(body))
    reply.header("content-length", String(Buffer.byteLength(body)));
  return null;
}
