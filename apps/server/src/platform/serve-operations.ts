import type { OperationMeta } from "@kinora/contract/access.ts";
import { contract } from "@kinora/contract/contract.ts";
import { isContractProcedure } from "@orpc/contract";
import { OpenAPIGenerator } from "@orpc/openapi";
import type { AnyRouter } from "@orpc/server";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context, Services } from "../context.ts";
import type { Caller } from "./caller.ts";
import { apiSessionName } from "./cookies.ts";
import { createOperationHandler, type RequestFacts } from "./operation-handler.ts";
import { checkIdentity } from "./operations.ts";
import { Refusal } from "./refusal.ts";
import { VERSION } from "./version.ts";

/** Looks up who a request comes from; given a reply, it may renew cookies on it. */
export type FindCaller = (services: Services, request: FastifyRequest, reply?: FastifyReply) => Promise<Caller>;

/** The operations whose bodies may be larger than the server's own limit, as routes. */
function largeOperations() {
  const all = Object.values(contract).flatMap((room): unknown[] => Object.values(room));
  return all.flatMap((operation) => {
    if (!isContractProcedure(operation)) return [];
    const { bodyBytes: bodyLimit } = operation["~orpc"].meta as Partial<OperationMeta>;
    const { method, path } = operation["~orpc"].route;
    if (!bodyLimit || !method || !path) return [];
    return [{ method, url: path.replaceAll(/\{(\w+)\}/g, ":$1"), bodyLimit }];
  });
}

/** Puts the contract's operations on the server, with their description and that of `otherPaths` at /openapi.json. */
export async function serveOperations(
  app: FastifyInstance,
  services: Services,
  router: AnyRouter,
  findCaller: FindCaller,
  otherPaths: Readonly<Record<string, object>> = {},
): Promise<void> {
  const handler = createOperationHandler<Context & RequestFacts>(router, services.log, [checkIdentity]);
  // OPTIONS is left to CORS.
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await findCaller(services, request, reply);
    const { matched } = await handler.handle(request, reply, {
      context: {
        ...services,
        caller,
        requestId: request.id,
        retryAfter: (seconds) => {
          reply.header("retry-after", String(seconds));
        },
      },
    });
    if (!matched) throw new Refusal("not_found", "There is nothing at this address.");
    return reply;
  };
  app.route({ method: ["GET", "POST", "PUT", "PATCH", "DELETE"], url: "/*", handler: serve });
  for (const { method, url, bodyLimit } of largeOperations()) app.route({ method, url, bodyLimit, handler: serve });

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
  const paths = { ...document.paths, ...otherPaths };
  app.get("/openapi.json", () => ({ ...document, paths }));
}
