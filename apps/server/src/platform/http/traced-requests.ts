import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Services } from "../../context.ts";
import { isInternal } from "../secrets/internal-token.ts";
import type { OpenSpan, Tracing } from "../tracing/tracing.ts";
import { trustRanges } from "./client-address.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** `traceparent` of what the request continues, which was stored before; null where nothing was. */
    storedTrace?: (request: FastifyRequest) => Promise<string | null>;
  }
}

/** How a server traces its requests. */
export interface RequestTracing {
  tracing: Tracing;
  /** Whether the `traceparent` of a request is continued. */
  accepts(request: FastifyRequest): boolean;
  /** Whether requests that continue nothing are traced, too. */
  begins: boolean;
}

/**
 * How the server of a role traces its requests; undefined where traces are off. A `traceparent` is continued from roles of this
 * installation and the operator's callers only: anybody else could have everything sampled, or write into another's trace.
 */
export function requestTracing(
  { tracing, config, secrets }: Pick<Services, "tracing" | "config" | "secrets">,
  { begins = true }: { begins?: boolean } = {},
): { traces?: RequestTracing } {
  if (!tracing.isOn) return {};
  const isCaller = trustRanges(config.traces?.callers ?? []);
  const accepts = ({ ip, headers }: FastifyRequest) => isInternal(secrets, headers.authorization) || isCaller(ip);
  return { traces: { tracing, accepts, begins } };
}

/** Probes, and browsers' questions before a request. */
const isUntraced = ({ method, headers, routeOptions }: FastifyRequest): boolean =>
  method === "OPTIONS" ||
  headers.upgrade !== undefined ||
  routeOptions.url === "/healthz" ||
  routeOptions.url === "/readyz";

/** An answer that was not sent whole has failed; refusals have not. */
function endWithAnswer(span: OpenSpan, response: ServerResponse): void {
  let isSent = false;
  response.once("finish", () => {
    isSent = true;
  });
  response.once("close", () => {
    const { statusCode } = response;
    if (isSent) span.add({ "http.response.status_code": statusCode });
    if (!isSent || statusCode >= 500) span.fail(isSent ? String(statusCode) : "aborted");
    span.end();
  });
}

/** Puts each request into a span, named by its method and the pattern of its route; hooks that are added later run within it. */
export function traceRequests(app: FastifyInstance, { tracing, accepts, begins }: RequestTracing): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook("onRequest", (request, reply, done) => {
    const { storedTrace } = request.routeOptions.config;
    const start = (stored: string | null) => {
      const sent = request.headers.traceparent;
      const parent = stored ?? (typeof sent === "string" && accepts(request) ? sent : null);
      if (parent === null && !begins) return done();
      const { method } = request;
      const route = request.routeOptions.url ?? "none";
      const facts = { "http.request.method": method, "http.route": route, "kinora.request_id": request.id };
      const span = tracing.begin(`${method} ${route}`, facts, { kind: "server", parent });
      spans.set(request, span);
      endWithAnswer(span, reply.raw);
      return span.run(done);
    };
    if (isUntraced(request)) return done();
    if (!storedTrace) return start(null);
    storedTrace(request).then(start, (error: unknown) => {
      request.log.debug({ err: error }, "could not read the trace that a request continues");
      start(null);
    });
  });
  // What reads a body calls back outside of the span.
  app.addHook("preValidation", (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
}
