import type { FastifyInstance } from "fastify";

/** Types of a session description, and of a fragment of one (RFC 8840 §9). */
export const SDP = "application/sdp";
export const SDP_FRAGMENT = "application/trickle-ice-sdpfrag";
/** Larger than any session description of a browser. */
const LARGEST_SDP_BYTES = 64 * 1024;

/** Headers for scripts of other origins (RFC 9725 §4.6): a session needs its key or a pass, not a cookie. */
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "location, etag, link, accept-patch",
} as const;
const PREFLIGHT = {
  "access-control-allow-methods": "GET, POST, PATCH, DELETE, OPTIONS",
  "access-control-allow-headers": "authorization, content-type, if-match",
  "access-control-max-age": "7200",
  "accept-post": SDP,
} as const;

/** Reads session descriptions as text. */
export function takeSessionDescriptions(routes: FastifyInstance): void {
  routes.addContentTypeParser(
    [SDP, SDP_FRAGMENT],
    { parseAs: "string", bodyLimit: LARGEST_SDP_BYTES },
    (_, body, done) => done(null, body),
  );
}

/** Lets scripts of every origin use the routes, whose paths are named. */
export function allowEveryOrigin(routes: FastifyInstance, paths: readonly string[]): void {
  routes.addHook("onRequest", (_, reply, done) => {
    reply.headers(CORS);
    done();
  });
  for (const path of paths) routes.options(path, (_, reply) => reply.status(204).headers(PREFLIGHT).send());
}
