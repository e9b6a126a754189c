import { OpenAPIHandler } from "@orpc/openapi/fastify";
import { ORPCError, ValidationError, type AnyRouter, type Context as RouterContext } from "@orpc/server";
import type { StandardHandlerOptions } from "@orpc/server/standard";
import type { FastifyReply, FastifyRequest } from "fastify";
import { databaseRefusal, isCollision } from "../database/database-away.ts";
import type { Logger } from "../log.ts";
import { machineRefusal } from "../process/machine-refusal.ts";
import { Refusal, REFUSALS } from "../refusal.ts";
import type { Tracing } from "../tracing/tracing.ts";
import { requiredField, useFieldMessages } from "./field-messages.ts";
import { asGet } from "./head.ts";
import type { IdempotentRequest } from "./idempotency.ts";
import { firstNames, requireReadFields, unknownField, type SentFields } from "./sent-fields.ts";

/** Facts of the request in every operation's context. */
export interface RequestFacts {
  requestId: string;
  /** Sets Retry-After on the answer, in seconds. */
  retryAfter(seconds: number): void;
  /** Present when the request has an Idempotency-Key. */
  idempotent?: IdempotentRequest;
  /** The request's span gets the operation's name. */
  tracing: Pick<Tracing, "current">;
}

interface ErrorData {
  code?: unknown;
  errors?: unknown;
  request_id?: unknown;
}

/** Runs around an operation, before its input is validated. */
export type OperationInterceptor<Given extends RouterContext> = NonNullable<
  StandardHandlerOptions<Given>["clientInterceptors"]
>[number];

/** What serves a request, with its facts, by the operation that its method and path name. */
type ServeOperation<Given> = (
  request: FastifyRequest,
  reply: FastifyReply,
  facts: { context: Given; prefix?: `/${string}` },
) => Promise<FastifyReply>;

/**
 * Serves a contract's operations over REST, and is the one place that turns thrown errors into answers:
 * `{message, code, errors?, request_id}` with the status of the refusal, or 500 and a log line for a fault of ours.
 */
export function createOperationHandler<Given extends RouterContext & RequestFacts>(
  router: AnyRouter,
  log: Logger,
  clientInterceptors: OperationInterceptor<Given & Sent>[] = [],
): ServeOperation<Given> {
  useFieldMessages();
  const handler = new OpenAPIHandler<Given & Sent>(router, {
    clientInterceptors: [
      ...clientInterceptors,
      ({ context, procedure, next }) => {
        const { route } = procedure["~orpc"];
        nameSpan(context.tracing, route);
        requireReadFields(context.sent, route);
        return next();
      },
    ],
    customErrorResponseBodyEncoder: ({ code, status, message, data }) =>
      errorBody(String(code), status, message, asRecord(data)),
    interceptors: [({ context, next }) => refusing(next, context, log)],
  });
  return async (request, reply, { context, ...place }) => {
    const query = Object.keys(request.query as object);
    const given = { ...context, sent: { query, body: request.body } };
    const { matched } = await handler.handle(asGet(request), reply, { ...place, context: given });
    if (!matched) reply.callNotFound();
    return reply;
  };
}

/** The server's route is one for all operations. */
function nameSpan(tracing: Pick<Tracing, "current">, { method, path }: { method?: string; path?: string }): void {
  const span = tracing.current();
  if (!span || path === undefined) return;
  span.rename(`${method} ${path}`);
  span.add({ "http.route": path });
}

/** The context has what the request carries, for the check of what is not read. */
interface Sent {
  sent: SentFields;
}

/** Runs an operation, and throws what it throws as the transport's error. */
async function refusing<Result>(next: () => Promise<Result>, context: RequestFacts, log: Logger): Promise<Result> {
  try {
    return await next();
  } catch (problem) {
    const machine = machineRefusal(problem);
    if (machine) log.error({ err: problem, request_id: context.requestId }, "the machine refused a request");
    const thrown = machine ?? databaseRefusal(problem) ?? problem;
    if (thrown instanceof Refusal && thrown.retryAfterSeconds) context.retryAfter(thrown.retryAfterSeconds);
    const error = toTransportError(thrown);
    if (isCollision(problem))
      log.warn({ err: problem, request_id: context.requestId }, "two changes collided, and no service said how");
    if (error.status >= 500 && !(thrown instanceof Refusal)) {
      log.error({ err: thrown, request_id: context.requestId }, "operation failed");
    }
    throw new ORPCError(String(error.code), {
      status: error.status,
      message: error.message,
      data: { ...asRecord(error.data), request_id: context.requestId } satisfies ErrorData,
    });
  }
}

function toTransportError(error: unknown): ORPCError<string, unknown> {
  if (error instanceof Refusal) {
    return new ORPCError(error.code.toUpperCase(), {
      status: error.status,
      message: error.message,
      data: { code: error.code, errors: error.fields } satisfies ErrorData,
    });
  }
  if (!(error instanceof ORPCError)) return new ORPCError("INTERNAL_SERVER_ERROR", { cause: error });
  if (error.status === 400 && error.cause instanceof ValidationError) return invalidInput(error.cause);
  const { status, message, data } = error as ORPCError<string, unknown>;
  return new ORPCError(String(error.code), { status, message, data, cause: error });
}

/** Validation answers per field, under the names the caller used. */
function invalidInput({ issues, data }: ValidationError): ORPCError<string, unknown> {
  // A name may be that of a part of every object, as `constructor`.
  const fields = new Map<string, string[]>();
  for (const issue of issues) {
    const path = (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part));
    const unknown = unknownKeys(issue).map((key) => [...path, key].join("."));
    const problems: [string, string][] =
      unknown.length > 0
        ? unknown.map((name) => [name, unknownField(name)])
        : [[path.join(".") || "request", isMissing(issue, path, data) ? requiredField(path) : issue.message]];
    for (const [name, message] of problems) fields.set(name, [...(fields.get(name) ?? []), message]);
  }
  const message = [...fields.values()][0]?.[0] ?? "Some values are not valid.";
  return new ORPCError("INVALID", {
    status: REFUSALS.invalid,
    message,
    data: { code: "invalid", errors: Object.fromEntries(fields) } satisfies ErrorData,
  });
}

/**
 * Whether the field of an issue was not sent. A schema that takes a number as text, too, has made NaN of nothing, and knows
 * that no more.
 */
function isMissing(issue: object, path: readonly string[], data: unknown): boolean {
  const { code, expected }: { code?: unknown; expected?: unknown } = issue;
  if (code !== "invalid_type" || expected !== "number" || path.length === 0) return false;
  const found = path.reduce<unknown>((within, name) => (isRecord(within) ? within[name] : undefined), data);
  return found === undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** The fields that a schema does not have, by its issue about them. */
function unknownKeys(issue: object): string[] {
  const { code, keys }: { code?: unknown; keys?: unknown } = issue;
  return code === "unrecognized_keys" && Array.isArray(keys) ? firstNames(keys.map(String)) : [];
}

function errorBody(code: string, status: number, message: string, data: ErrorData): Record<string, unknown> {
  if (status >= 500 && !data.code) {
    return {
      message: "Something went wrong on our side. Please try again.",
      code: "internal",
      request_id: data.request_id,
    };
  }
  return {
    message,
    code: data.code ?? code.toLowerCase(),
    ...(data.errors ? { errors: data.errors } : {}),
    request_id: data.request_id,
  };
}

function asRecord(value: unknown): ErrorData {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
