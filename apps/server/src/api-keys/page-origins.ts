import type { FastifyCorsOptions } from "@fastify/cors";
import type { FastifyRequest } from "fastify";

/** What a page that is not the console's may see of an answer. */
const EXPOSED_HEADERS = [
  "Location",
  "Upload-Offset",
  "Upload-Length",
  "Upload-Expires",
  "Tus-Resumable",
  "X-Request-Id",
  "ETag",
  "Retry-After",
  "Idempotency-Replayed",
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
];

/**
 * The CORS protocol for a request (Fetch standard, "CORS protocol"). The console's pages send their session's cookie. Other
 * pages may only send a key, and no cookie: whether the key may be used there is decided when it is read, since a preflight
 * request names no key.
 */
export function corsOptions({ headers }: Pick<FastifyRequest, "headers">, consoleOrigin: string): FastifyCorsOptions {
  const isOwn = headers.origin === undefined || headers.origin === consoleOrigin;
  return {
    origin: !isOwn && carriesKey(headers) ? true : [consoleOrigin],
    credentials: isOwn,
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 600,
    // Without what makes it a preflight request, OPTIONS asks for the methods of an address.
    preflight: headers.origin !== undefined && headers["access-control-request-method"] !== undefined,
  };
}

function carriesKey(headers: FastifyRequest["headers"]): boolean {
  const announced = headers["access-control-request-headers"] ?? "";
  const names = announced.split(",").map((name) => name.trim().toLowerCase());
  return headers.authorization !== undefined || names.includes("authorization");
}
