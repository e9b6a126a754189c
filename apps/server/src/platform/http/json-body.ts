import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal } from "../refusal.ts";
import { hasBody } from "./body-pace.ts";

const NOT_UTF8 = "This body is not JSON in UTF-8. Send it in that encoding, whatever its Content-Type says.";

/** What clients put before every request, whether or not it has a body. */
const USUAL_TYPES = /^\s*(?:application\/json|application\/x-www-form-urlencoded|text\/plain)\s*(?:;|$)/i;

/**
 * Reads bodies of `application/json`, which are in UTF-8 (RFC 8259 §8.1). Other bytes are refused, as a lenient decoder would
 * put U+FFFD for each, and so are compressed bodies, which would not be JSON either. A request without a body has none,
 * whatever its Content-Type says.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ headers, raw, routeOptions }) => {
    const isEmpty = !hasBody(headers) && !routeOptions.config.slowBodies;
    if (isEmpty && USUAL_TYPES.test(headers["content-type"] ?? "")) delete raw.headers["content-type"];
  });
  const parse = app.getDefaultJsonParser("error", "error");
  const parser = (request: FastifyRequest, body: Buffer, done: (problem: Error | null, value?: unknown) => void) => {
    const { "content-encoding": encoding = "identity" } = request.headers;
    if (encoding.toLowerCase() !== "identity") {
      const message = `This address does not take a body with Content-Encoding: ${encoding.slice(0, 100)}. Send it as it is.`;
      done(new Refusal("unsupported_media_type", message));
    } else if (body.length === 0) done(null, undefined);
    else if (!isUtf8(body)) done(new Refusal("invalid", NOT_UTF8));
    else Promise.resolve(parse(request, body.toString("utf8"), done)).catch(done);
  };
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, parser);
}
