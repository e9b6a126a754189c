import cookie from "@fastify/cookie";
import cors from "@fastify/cors";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import type { Services } from "../context.ts";
import { serveApiDocs } from "../platform/api-docs.ts";
import { EVERYWHERE, listenOnIpv6Too } from "../platform/both-families.ts";
import { serviceChecks } from "../platform/checks.ts";
import { networkOf } from "../platform/client-address.ts";
import { createHttpServer } from "../platform/http.ts";
import { serveRealtime } from "../platform/realtime.ts";
import type { RunningRole } from "../platform/running-role.ts";
import { serveOperations } from "../platform/serve-operations.ts";
import { router } from "../router.ts";
import { findCaller } from "../session/caller.ts";
import { answerChannels } from "../session/channels.ts";
import { serveSession } from "../session/session-routes.ts";
import { TUS_PATHS } from "../uploads/tus-document.ts";
import { serveUploads } from "../uploads/tus.ts";

const REQUESTS_PER_MINUTE = 3_000;
/** Every open page of the console has a socket for realtime push: 10,000 of them and their requests. */
const MAXIMUM_CONNECTIONS = 12_000;

/** The REST API of one cell, its realtime push and its resumable uploads. */
export async function start(services: Services): Promise<RunningRole> {
  const app = await createApi(services);
  await app.listen({ port: services.config.ports.api, host: EVERYWHERE });
  await listenOnIpv6Too(app.server, EVERYWHERE);
  return { close: () => app.close() };
}

/** The API without a port. */
export async function createApi(services: Services): Promise<FastifyInstance> {
  const { config, log } = services;
  const app = createHttpServer({
    name: "api",
    config,
    publicUrl: config.urls.api,
    log,
    checks: serviceChecks(services),
    metrics: services.metrics,
    requestTimeoutMs: 0,
    maximumConnections: MAXIMUM_CONNECTIONS,
  });
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("referrer-policy", "no-referrer");
  });
  await app.register(cookie);
  await app.register(cors, {
    origin: [new URL(config.urls.console).origin],
    credentials: true,
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    exposedHeaders: [
      "Location",
      "Upload-Offset",
      "Upload-Length",
      "Upload-Expires",
      "Tus-Resumable",
      "X-Request-Id",
      "Retry-After",
    ],
    maxAge: 600,
  });
  await app.register(rateLimit, {
    max: REQUESTS_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => networkOf(ip),
    errorResponseBuilder: (_request, { ttl }) => ({
      statusCode: 429,
      code: "rate_limited",
      message: `Too many requests. Try again in ${Math.ceil(ttl / 1000)} seconds.`,
    }),
  });
  await serveSession(app, services);
  await serveUploads(app, services, findCaller);
  await serveRealtime(app, services, findCaller, answerChannels);
  serveApiDocs(app);
  await serveOperations(app, services, router, findCaller, TUS_PATHS);
  return app;
}
