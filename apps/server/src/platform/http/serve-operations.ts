import type { OperationMeta } from "@kinora/contract/access.ts";
import { contract } from "@kinora/contract/contract.ts";
import { isContractProcedure } from "@orpc/contract";
import { OpenAPIGenerator } from "@orpc/openapi";
import type { AnyRouter } from "@orpc/server";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context, Services } from "../../context.ts";
import type { Caller } from "../access/caller.ts";
import { VERSION } from "../process/version.ts";
import { apiSessionName } from "./cookies.ts";
import { withEntityTag } from "./entity-tag.ts";
import { withoutBody } from "./head.ts";
import { IDEMPOTENCY_PARAMETER, idempotentRequest } from "./idempotency.ts";
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

/** The entries in the order of their names: where an operation is declared does not change the document. */
const byName = (entries: object) =>
  Object.fromEntries(Object.entries(entries).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** What the OpenAPI document has beside the contract's operations. */
interface OtherParts {
  paths?: Readonly<Record<string, object>>;
  /** Requests that this installation sends (OpenAPI 3.1, "OpenAPI Object"). */
  webhooks?: Readonly<Record<string, object>>;
}

/** Puts the contract's operations on the server, with their description and that of the other parts at /openapi.json. */
export async function serveOperations(
  app: FastifyInstance,
  services: Services,
  router: AnyRouter,
  findCaller: FindCaller,
  others: OtherParts = {},
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

  const document = await new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(
    contract,
    {
      info: { title: "Kinora API", version: VERSION, description: "Everything the console does, for scripts." },
      servers: [{ url: services.config.urls.api }],
      security: [{ session: [] }, { apiKey: [] }],
      components: {
        securitySchemes: {
          session: { type: "apiKey", in: "cookie", name: apiSessionName(services.config) },
          apiKey: { type: "http", scheme: "bearer", description: "An API key of the project." },
        },
      },
    },
  );
  for (const path of Object.values(document.paths ?? {}))
    if (path?.post) path.post.parameters = [...(path.post.parameters ?? []), IDEMPOTENCY_PARAMETER];
  const paths = byName({ ...document.paths, ...others.paths });
  app.get("/openapi.json", () => ({ ...document, paths, ...(others.webhooks ? { webhooks: others.webhooks } : {}) }));
}
