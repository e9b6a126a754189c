import { OpenAPIHandler } from "@orpc/openapi/fastify";
import { ORPCError, ValidationError, type AnyRouter, type Context as RouterContext } from "@orpc/server";
import type { StandardHandlerOptions } from "@orpc/server/standard";
import { databaseRefusal, isCollision } from "../database/database-away.ts";
import type { Logger } from "../log.ts";
import { Refusal, REFUSALS } from "../refusal.ts";
import { useFieldMessages } from "./field-messages.ts";
import type { IdempotentRequest } from "./idempotency.ts";

/** Facts of the request in every operation's context. */
export interface RequestFacts {
  requestId: string;
  /** Sets Retry-After on the answer, in seconds. */
  retryAfter(seconds: number): void;
  /** Present when the request has an Idempotency-Key. */
  idempotent?: IdempotentRequest;
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

/**
 * Serves a contract's operations over REST, and is the one place that turns thrown errors into answers:
 * `{message, code, errors?, request_id}` with the status of the refusal, or 500 and a log line for a fault of ours.
 */
export function createOperationHandler<Given extends RouterContext & RequestFacts>(
  router: AnyRouter,
  log: Logger,
  clientInterceptors: OperationInterceptor<Given>[] = [],
): OpenAPIHandler<Given> {
  useFieldMessages();
  return new OpenAPIHandler<Given>(router, {
    clientInterceptors,
    customErrorResponseBodyEncoder: ({ code, status, message, data }) =>
      errorBody(String(code), status, message, asRecord(data)),
    interceptors: [
      async ({ context, next }) => {
        try {
          return await next();
        } catch (problem) {
          const thrown = databaseRefusal(problem) ?? problem;
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
      },
    ],
  });
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
function invalidInput({ issues }: ValidationError): ORPCError<string, unknown> {
  // Names come from the request: an object would have some of them already, such as `constructor`.
  const byField = Map.groupBy(issues, ({ path = [] }) => {
    const names = path.map((part) => String(typeof part === "object" ? part.key : part));
    return names.join(".") || "request";
  });
  const fields = Object.fromEntries([...byField].map(([field, said]) => [field, said.map(({ message }) => message)]));
  const message = issues[0]?.message ?? "Some values are not valid.";
  return new ORPCError("INVALID", {
    status: REFUSALS.invalid,
    message,
    data: { code: "invalid", errors: fields } satisfies ErrorData,
  });
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
