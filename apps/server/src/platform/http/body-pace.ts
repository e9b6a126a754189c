import type { IncomingHttpHeaders } from "node:http";
import { PassThrough, type Readable } from "node:stream";

/** A body may take this long whatever its length. */
const GRACE_MS = 10_000;
/** After that it must have come at this rate on average: a mebibyte in 42 s. */
const LEAST_BYTES_PER_SECOND = 32_768;
const CHECK_MS = 1_000;

/** A request body that arrives too slowly; answered with 408 (RFC 9110 §15.5.9). */
export class SlowBody extends Error {
  override name = "SlowBody";
  readonly statusCode = 408;
  constructor() {
    super("The request body arrived too slowly. Send it again.");
  }
}

/** Whether a request has a body (RFC 9112 §6). */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Passes the bytes through while they arrive fast enough. Otherwise the returned stream fails with `SlowBody`, and `body` is left
 * unread but open, so that its connection can carry the answer.
 */
export function atPace(body: Readable): Readable {
  const paced = new PassThrough();
  const begunAt = performance.now();
  let bytes = 0;
  const check = setInterval(() => {
    const lateMs = performance.now() - begunAt - GRACE_MS;
    if (lateMs <= 0 || bytes >= (lateMs / 1_000) * LEAST_BYTES_PER_SECOND) return;
    body.unpipe(paced).pause();
    paced.destroy(new SlowBody());
  }, CHECK_MS);
  body.on("data", (chunk: Buffer) => (bytes += chunk.length));
  // A handler that reads the request itself leaves this copy unread: it never closes, and its failure has no listener.
  body.once("end", () => clearInterval(check));
  paced.on("error", () => undefined);
  body.once("error", (error) => paced.destroy(error));
  body.once("close", () => {
    if (!body.readableEnded) paced.destroy(new Error("The connection closed before the body had come."));
  });
  paced.once("close", () => clearInterval(check));
  return body.pipe(paced);
}
