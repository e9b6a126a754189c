import cors from "@fastify/cors";
import rateLimit from "@fastify/rate-limit";
import { WEBHOOK_RESPONSES, webhookDocument } from "@kinora/contract/webhooks/event-bodies.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { limitKeys } from "../api-keys/key-limits.ts";
import { corsOptions } from "../api-keys/page-origins.ts";
import { serveDocumentSchema } from "../as-code/routes.ts";
import type { Services } from "../context.ts";
import { serveRealtime } from "../platform/events/realtime.ts";
import { serveApiDocs } from "../platform/http/api-docs.ts";
import { listenOnIpv6Too } from "../platform/http/both-families.ts";
import { networkOf } from "../platform/http/client-address.ts";
import { createHttpServer } from "../platform/http/http.ts";
import { openRequestCounts } from "../platform/http/request-counts.ts";
import { serveOperations } from "../platform/http/serve-operations.ts";
import { signInCheck } from "../platform/http/sign-in-check.ts";
import { requestTracing } from "../platform/http/traced-requests.ts";
import { serviceHealth } from "../platform/process/checks.ts";
import type { RunningRole } from "../platform/process/running-role.ts";
import { Refusal } from "../platform/refusal.ts";
import { router } from "../router.ts";
import { findCaller } from "../session/caller.ts";
import { answerChannels } from "../session/channels.ts";
import { serveSession } from "../session/session-routes.ts";
import { orUploadToken } from "../uploads/tokens/token-caller.ts";
import { TUS_PATHS } from "../uploads/tus/tus-document.ts";
import { serveUploads } from "../uploads/tus/tus.ts";
import { serveInboxes } from "../webhooks/inbox-routes.ts";

const REQUESTS_PER_MINUTE = 3_000;
/** Each open console page has one WebSocket for realtime push: 10,000 of them plus their requests. */
const MAXIMUM_CONNECTIONS = 12_000;

/** The REST API of one cell, its realtime push and its resumable uploads. */
export async function start(services: Services): Promise<RunningRole> {
  const app = await createApi(services);
  await app.listen({ port: services.config.ports.api, host: services.config.listenHost });
  await listenOnIpv6Too(app.server, services.config.listenHost);
  return { close: () => app.close() };
}

/** Thrown by the plugin, and answered as every refusal. */
const tooManyRequests = (seconds: number) =>
  new Refusal("rate_limited", `Too many requests. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`, {
    retryAfterSeconds: seconds,
  });

/** The API without a port. */
export async function createApi(services: Services): Promise<FastifyInstance> {
  const { config, log } = services;
  const health = serviceHealth(services);
  const app = createHttpServer({
    name: "api",
    config,
    publicUrl: config.urls.api,
    log,
    ...health,
    checks: { ...health.checks, "sign-in": signInCheck(config) },
    metrics: services.metrics,
    ...requestTracing(services),
    requestTimeoutMs: 0,
    maximumConnections: MAXIMUM_CONNECTIONS,
  });
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("referrer-policy", "no-referrer");
  });
  const consoleOrigin = new URL(config.urls.console).origin;
  await app.register(cors, { delegator: async (request: FastifyRequest) => corsOptions(request, consoleOrigin) });
  const counts = await openRequestCounts(config, log);
  app.addHook("onClose", async () => counts.close());
  await app.register(rateLimit, {
    ...counts.options,
    max: REQUESTS_PER_MINUTE,
    enableDraftSpec: true,
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => networkOf(ip),
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(Math.ceil(ttl / 1000)),
  });
  const findLimited = limitKeys(app, services, findCaller);
  await serveSession(app, services);
  await serveUploads(app, services, orUploadToken(findLimited));
  await serveRealtime(app, services, findLimited, answerChannels);
  await serveInboxes(app, services);
  serveApiDocs(app);
  serveDocumentSchema(app);
  await serveOperations(app, services, router, findLimited, () => ({
    paths: TUS_PATHS,
    webhooks: webhookDocument(),
    responses: WEBHOOK_RESPONSES,
  }));
  return app;
}
