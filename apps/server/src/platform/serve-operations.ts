import type { AnyRouter } from "@orpc/server";
import { onError, ORPCError } from "@orpc/server";
import { OpenAPIGenerator } from "@orpc/openapi";
import { OpenAPIHandler } from "@orpc/openapi/fastify";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { contract } from "@kinora/contract/contract.ts";
import type { Context, Services } from "../context.ts";
import type { Caller } from "./caller.ts";
import { errorBody, toTransportError, type ErrorData } from "./operations.ts";
import { Refusal } from "./refusal.ts";
import { VERSION } from "./version.ts";

/** Looks up who a request comes from; given a reply, it may renew cookies on it. */
export type FindCaller = (services: Services, request: FastifyRequest, reply?: FastifyReply) => Promise<Caller>;

/** What the handler is given for each request. */
interface RequestContext extends Context {
  requestId: string;
}

/** Puts the contract's operations on the server, with their description at /openapi.json. */
export async function serveOperations(
  app: FastifyInstance,
  services: Services,
  router: AnyRouter,
  findCaller: FindCaller,
): Promise<void> {
  const handler = new OpenAPIHandler<RequestContext>(router, {
    customErrorResponseBodyEncoder: (error) => {
      const { status, message } = error;
      return errorBody({ code: String(error.code), status, message, data: asRecord(error.data) });
    },
    interceptors: [
      async (options) => {
        const { requestId } = options.context;
        try {
          return await options.next();
        } catch (thrown) {
          const error = toTransportError(thrown);
          const known = error instanceof ORPCError && error.status < 500;
          if (!known) services.log.error({ err: thrown, request_id: requestId }, "operation failed");
          const transport = error instanceof ORPCError ? error : new ORPCError("INTERNAL_SERVER_ERROR", { cause: thrown });
          throw new ORPCError(transport.code, {
            status: transport.status,
            message: transport.message,
            data: { ...asRecord(transport.data), request_id: requestId } satisfies ErrorData,
          });
        }
      },
      onError(() => undefined),
    ],
  });

  // OPTIONS is left to CORS.
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await findCaller(services, request, reply);
    const { matched } = await handler.handle(request, reply, {
      context: { ...services, caller, requestId: request.id },
    });
    if (!matched) throw new Refusal("not_found", "There is nothing at this address.");
    return reply;
  };
  app.route({ method: ["GET", "POST", "PUT", "PATCH", "DELETE"], url: "/*", handler: serve });

  const document = await new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(contract, {
    info: { title: "Kinora API", version: VERSION, description: "Everything the console does, for scripts." },
    servers: [{ url: services.config.urls.api }],
    security: [{ session: [] }, { apiKey: [] }],
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: `kinora_api_${services.config.cell}` },
        apiKey: { type: "http", scheme: "bearer", description: "An API key of the project." },
      },
    },
  });
  app.get("/openapi.json", () => document);
}

function asRecord(value: unknown): ErrorData {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
