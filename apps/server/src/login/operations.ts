import { LOGIN_HEADER, LOGIN_PREFIX, loginContract } from "@kinora/contract/login.ts";
import { OpenAPIHandler } from "@orpc/openapi/fastify";
import { implement, ORPCError, type Router } from "@orpc/server";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Services } from "../context.ts";
import type { Config } from "../platform/config.ts";
import { errorBody, toTransportError } from "../platform/operations.ts";
import { Refusal } from "../platform/refusal.ts";
import { readLoginRequest, requireSession, type LoginRequest } from "./request.ts";

/** Builds handlers for what the pages ask; whoever is not signed in gets no further than the public ones. */
export const loginOperations = implement(loginContract)
  .$context<LoginRequest>()
  .use(({ context, next, procedure }) => {
    const { access } = procedure["~orpc"].meta;
    if (access?.who !== "anyone") requireSession(context);
    return next();
  });

/**
 * Lets only our own pages ask: the exact origin where a browser names one, and a header a foreign page cannot send.
 * @throws Refusal forbidden
 */
export function refuseForeignPage(config: Pick<Config, "urls">, request: FastifyRequest): void {
  const { origin } = request.headers;
  const foreign = origin !== undefined && origin !== new URL(config.urls.login).origin;
  // Browsers name the origin of every request that changes something.
  const unnamed = origin === undefined && request.method !== "GET";
  if (foreign || unnamed || request.headers[LOGIN_HEADER] === undefined) {
    throw new Refusal("forbidden", "This request came from a page that may not make it.");
  }
}

/** Puts the pages' operations on the server, below {@link LOGIN_PREFIX}. */
export function serveLoginOperations(
  app: FastifyInstance,
  services: Services,
  router: Router<typeof loginContract, LoginRequest>,
): void {
  const handler = new OpenAPIHandler<LoginRequest>(router, {
    customErrorResponseBodyEncoder: (error) => {
      const { status, message } = error;
      return errorBody({ code: String(error.code), status, message, data: asRecord(error.data) });
    },
    interceptors: [
      async ({ context, next }) => {
        try {
          return await next();
        } catch (thrown) {
          const error = toTransportError(thrown);
          if (thrown instanceof Refusal && thrown.retryAfterSeconds) context.retryAfter(thrown.retryAfterSeconds);
          const known = error instanceof ORPCError && error.status < 500;
          if (!known) services.log.error({ err: thrown, request_id: context.requestId }, "operation failed");
          const transport =
            error instanceof ORPCError ? error : new ORPCError("INTERNAL_SERVER_ERROR", { cause: thrown });
          throw new ORPCError(transport.code, {
            status: transport.status,
            message: transport.message,
            data: { ...asRecord(transport.data), request_id: context.requestId },
          });
        }
      },
    ],
  });
  app.all(`${LOGIN_PREFIX}/*`, async (request, reply) => {
    refuseForeignPage(services.config, request);
    reply.header("cache-control", "no-store");
    const context = await readLoginRequest(services, request, reply);
    const { matched } = await handler.handle(request, reply, { prefix: LOGIN_PREFIX, context });
    if (!matched) throw new Refusal("not_found", "There is nothing at this address.");
    return reply;
  });
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
