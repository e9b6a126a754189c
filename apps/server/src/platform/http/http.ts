import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { Config } from "../config.ts";
import { databaseRefusal } from "../database/database-away.ts";
import type { Logger } from "../log.ts";
import { machineRefusal } from "../process/machine-refusal.ts";
import type { Metrics } from "../process/metrics.ts";
import { Refusal } from "../refusal.ts";
import { answerUnrouted, collectAddresses } from "./addresses.ts";
import { atPace, hasBody, SlowBody } from "./body-pace.ts";
import { trustRanges } from "./client-address.ts";
import { answerChecks, type Check, type StandIn } from "./health.ts";
import { readJsonBodies } from "./json-body.ts";
import { requireShallow, requireShallowQuery } from "./nesting.ts";
import { traceRequests, type RequestTracing } from "./traced-requests.ts";

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
const CONNECTIONS_CHECK_MS = 2_000;
const MAXIMUM_CONNECTIONS = 4_000;

/** What RFC 9110, 15.5.2, wants beside 401: how to send an API key (RFC 6750, 3). */
const CHALLENGE = 'Bearer realm="Kinora"';

const INTERNAL = "Something went wrong on our side. Please try again.";

/** Time for which the rest of a body is read after its answer was sent. */
const UNREAD_MS = 10_000;

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route reads its bodies itself, and they may take as long as they need. */
    slowBodies?: boolean;
  }
}

/** Strict-Transport-Security (RFC 6797) of an origin that is reached over TLS; null for any other. */
export const strictTransportSecurity = (publicUrl: string | undefined): string | null =>
  publicUrl?.startsWith("https:") ? "max-age=31536000" : null;

export interface HttpServerOptions {
  /** The role's name in /healthz. */
  name: string;
  log: Logger;
  checks: Record<string, Check>;
  /** What the role still does without a dependency. */
  standIns?: Record<string, StandIn>;
  /** Records the duration of each request. */
  metrics?: Metrics;
  /** Puts each request into a span. */
  traces?: RequestTracing;
  config: Pick<Config, "trustedProxies">;
  /** The role's address as browsers know it; none for a server they do not reach. */
  publicUrl?: string;
  /** Bytes a request's body may have. */
  bodyLimit?: number;
  /** Milliseconds a whole request may take; 0 for no limit but the pace of its body. */
  requestTimeoutMs?: number;
  /** Answers addresses at which there is nothing, in place of the JSON of refusals. */
  notFound?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  /** Answers errors in place of the JSON of refusals; null for a request that gets that. */
  problemPage?: (request: FastifyRequest, reply: FastifyReply, problem: Problem) => FastifyReply | null;
  /** Connections at the same time; further ones are closed at once. */
  maximumConnections?: number;
}

/** An error as it is answered: the status, and a sentence for people. */
export interface Problem {
  status: number;
  message: string;
  /** Seconds after which trying again makes sense. */
  retryAfterSeconds: number | undefined;
}

/**
 * A hardened HTTP server with /healthz, /readyz and one error format: a Refusal becomes its status and
 * `{message, code, errors?, request_id}`, anything else a 500 with the request's id and a log line.
 */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const logger: FastifyBaseLogger = options.log;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: options.bodyLimit ?? 1_048_576,
    requestTimeout: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    trustProxy: trustRanges(options.config.trustedProxies),
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 512 },
    frameworkErrors: (problem, request, reply) => answerBadAddress(problem, request, reply, options),
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
      maxHeaderSize: 32_768,
    },
  });
  app.server.maxConnections = options.maximumConnections ?? MAXIMUM_CONNECTIONS;

  if (options.traces) traceRequests(app, options.traces);
  collectAddresses(app);
  setHeaders(app, options);
  limitBodies(app);
  readJsonBodies(app);
  if (options.metrics) {
    const { observeRequest } = options.metrics;
    app.addHook("onResponse", async (request, reply) => {
      observeRequest(request.method, request.routeOptions.url ?? "none", reply.statusCode, reply.elapsedTime / 1_000);
    });
  }
  answerErrors(app, options);
  app.setNotFoundHandler(answerUnrouted(options.notFound));
  answerChecks(app, options);
  return app;
}

/** The headers of every answer. */
function commonHeaders({ id }: FastifyRequest, { publicUrl }: HttpServerOptions): Record<string, string> {
  const transportSecurity = strictTransportSecurity(publicUrl);
  return {
    "x-request-id": id,
    "x-content-type-options": "nosniff",
    // An answer that may be stored says so itself.
    "cache-control": "no-store",
    ...(transportSecurity ? { "strict-transport-security": transportSecurity } : {}),
  };
}

/** Answers an address that cannot be read, which no hook of Fastify sees: as one at which there is nothing, or as a refusal. */
function answerBadAddress(
  problem: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
  options: HttpServerOptions,
): void {
  reply.headers(commonHeaders(request, options));
  if (options.notFound) {
    options.notFound(request, reply);
    return;
  }
  const { statusCode = 400 } = problem;
  const message =
    statusCode === 414 ? "A part of this address is too long." : "This address has an escape that cannot be read.";
  reply.status(statusCode).send({ message, code: "bad_request", request_id: request.id });
}

function setHeaders(app: FastifyInstance, options: HttpServerOptions): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(commonHeaders(request, options));
  });
  // Browsers ask for no password: they know no dialog for this scheme.
  app.addHook("onSend", async (_request, reply) => {
    if (reply.statusCode === 401 && !reply.hasHeader("www-authenticate")) reply.header("www-authenticate", CHALLENGE);
  });
}

/** How slowly a body may come, and how deep what was read of a request may be. */
function limitBodies(app: FastifyInstance): void {
  // Uploads on slow links take hours; every other body has to come at a pace, however long the server may wait for a request.
  app.addHook("preParsing", async ({ routeOptions, headers }, _reply, body) =>
    routeOptions.config.slowBodies || !hasBody(headers) ? body : atPace(body as Readable),
  );
  app.addHook("onResponse", async ({ raw, routeOptions }) => {
    if (raw.complete || routeOptions.config.slowBodies) return;
    const patience = setTimeout(() => raw.destroy(), UNREAD_MS);
    raw.once("close", () => clearTimeout(patience));
  });

  app.addHook("preValidation", async ({ query, body }) => {
    requireShallowQuery(query);
    requireShallow(body);
  });
}

function answerErrors(app: FastifyInstance, { problemPage = () => null }: HttpServerOptions): void {
  app.setErrorHandler((problem, request, reply) => {
    const machine = machineRefusal(problem);
    if (machine) request.log.error({ err: problem, request_id: request.id }, "the machine refused a request");
    const error = machine ?? databaseRefusal(problem) ?? problem;
    if (error instanceof Refusal) {
      if (error.retryAfterSeconds) reply.header("retry-after", String(error.retryAfterSeconds));
      const page = problemPage(request, reply, error);
      if (page) return page;
      return reply.status(error.status).send({
        message: error.message,
        code: error.code,
        ...(error.fields ? { errors: error.fields } : {}),
        request_id: request.id,
      });
    }
    const status = statusOf(error);
    if (error instanceof SlowBody) reply.header("connection", "close");
    if (status === 415) return reply.status(415).send({ ...wrongMediaType(request), request_id: request.id });
    if (status < 500) {
      return reply.status(status).send({ message: messageOf(error), code: "bad_request", request_id: request.id });
    }
    request.log.error({ err: error, request_id: request.id, route: request.routeOptions.url }, "request failed");
    const page = problemPage(request, reply, { status: 500, message: INTERNAL, retryAfterSeconds: undefined });
    return page ?? reply.status(500).send({ message: INTERNAL, code: "internal", request_id: request.id });
  });
}

/** What a body's type is, and what it may be. */
function wrongMediaType({ headers, server }: FastifyRequest) {
  const [type = ""] = (headers["content-type"] ?? "").split(";", 1);
  const sent = type.trim() === "" ? "a body without a Content-Type" : `a body of the type ${type.trim()}`;
  const instead = server.hasContentTypeParser("application/json") ? " Send application/json." : "";
  return { message: `This address does not take ${sent}.${instead}`, code: "unsupported_media_type" };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function statusOf(error: unknown): number {
  if (typeof error === "object" && error !== null && "statusCode" in error && typeof error.statusCode === "number")
    return error.statusCode;
  return 500;
}
