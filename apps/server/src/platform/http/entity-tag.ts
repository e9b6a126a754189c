import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Names the state of what was read by a weak ETag, and answers 304 without a body where the request's If-None-Match has it
 * (RFC 9110, 8.8.3 and 13.1.2). The operation runs nevertheless: what is saved is the transfer, and the reader's work.
 * Hook: `onSend` of a route, before the body of HEAD is left out.
 */
export async function withEntityTag(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const type = reply.getHeader("content-type");
  if (!isRead || reply.statusCode !== 200 || typeof body !== "string" || !isJson(type) || reply.hasHeader("etag"))
    return body;
  const tag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  reply.header("etag", tag);
  if (!names(request.headers["if-none-match"], tag)) return body;
  reply.removeHeader("content-type");
  reply.removeHeader("content-length");
  reply.status(304);
  return null;
}

const isJson = (type: unknown): boolean => typeof type === "string" && type.startsWith("application/json");

/** Whether a list of tags has this one, compared weakly; `*` stands for any. */
function names(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  const opaque = (one: string) => one.trim().replace(/^W\//, "");
  return header.split(",").some((one) => opaque(one) === opaque(tag));
}
