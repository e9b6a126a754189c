import type { OperationMeta } from "@kinora/contract/access.ts";
import { contract } from "@kinora/contract/contract.ts";
import { isContractProcedure } from "@orpc/contract";
import type { AnyRouter } from "@orpc/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context, Services } from "../../context.ts";
import type { Caller } from "../access/caller.ts";
import { withEntityTag } from "./entity-tag.ts";
import { withoutBody } from "./head.ts";
import { idempotentRequest } from "./idempotency.ts";
import { describeApi, type OtherParts } from "./openapi/api-document.ts";
import { createOperationHandler, type RequestFacts } from "./operation-handler.ts";
import { checkIdentity } from "./operations.ts";

/** Finds the caller of a request; given a reply, it may renew cookies on it. */
export type FindCaller = (services: Services, request: FastifyRequest, reply?: FastifyReply) => Promise<Caller>;

/** The operations as routes; `bodyLimit` where their bodies may be larger than the server's own limit. */
function operationRoutes() {
  const all = Object.values(contract).flatMap((room): unknown[] => Object.values(room));
  return all.flatMap((operation) => {
    if (!isContractProcedure(operation)) return [];
    const { bodyBytes: bodyLimit } = operation["~orpc"].meta as Partial<OperationMeta>;
    const { method, path } = operation["~orpc"].route;
    if (!method || !path) return [];
    return [{ method, url: path.replaceAll(/\{(\w+)\}/g, ":$1"), bodyLimit }];
  });
}

/** Puts the contract's operations on the server, with their description and that of the other parts at /openapi.json. */
export async function serveOperations(
  app: FastifyInstance,
  services: Services,
  router: AnyRouter,
  findCaller: FindCaller,
  others: () => OtherParts = () => ({}),
): Promise<void> {
  const handler = createOperationHandler<Context & RequestFacts>(router, services.log, [checkIdentity]);
  for (const { method, url } of operationRoutes()) app.answered.add(url, [method]);
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await findCaller(services, request, reply);
    const idempotent = idempotentRequest(request, reply);
    return handler(request, reply, {
      context: {
        ...services,
        caller,
        requestId: request.id,
        retryAfter: (seconds) => {
          reply.header("retry-after", String(seconds));
        },
        ...(idempotent ? { idempotent } : {}),
      },
    });
  };
  // Bodies are JSON: one of another type is refused with 415.
  app.removeContentTypeParser("text/plain");
  const route = { handler: serve, onSend: [withEntityTag, withoutBody], config: { isFallback: true } };
  app.route({ method: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"], url: "/*", ...route });
  for (const { method, url, bodyLimit } of operationRoutes())
    if (bodyLimit !== undefined) app.route({ method, url, bodyLimit, ...route });

  // Written when it is first asked for: it takes a fifth of the start, and most servers are never asked.
  let document: Promise<string> | undefined;
  app.get("/openapi.json", async (_request, reply) => {
    document ??= describeApi(services.config, others()).then((described) => JSON.stringify(described));
    return reply.type("application/json; charset=utf-8").send(await document);
  });
}
