import { implement, ORPCError, ValidationError } from "@orpc/server";
import { contract } from "@kinora/contract/contract.ts";
import type { Access } from "@kinora/contract/access.ts";
import type { Context } from "../context.ts";
import { Refusal, REFUSALS } from "./refusal.ts";
import { findGround, type Ground } from "./scope.ts";

/** What an operation's handler is given: who asks, everything to work with, and the ground it may act on. */
export interface OperationContext extends Context {
  ground: Ground | null;
}

/** Builds handlers for the contract; each runs only after its access was checked against its validated input. */
export const operations = implement(contract)
  .$context<Context>()
  .use(async ({ context, next, procedure }, input) => {
    const { access } = procedure["~orpc"].meta;
    if (!access) throw new Error(`Operation ${procedure["~orpc"].route.path ?? "?"} does not say who may call it.`);
    const ground = await findGround(context.db, context.caller, access satisfies Access, input);
    return next({ context: { ground } });
  });

/** The ground of an operation on a project or something in it. */
export function projectGround(context: { ground: Ground | null }): Ground & { projectId: number } {
  const { ground } = context;
  if (!ground || ground.projectId === null) throw new Error("This operation's access names no project.");
  return { ...ground, projectId: ground.projectId };
}

/** The ground of an operation on an account. */
export function accountGround(context: { ground: Ground | null }): Ground {
  if (!context.ground) throw new Error("This operation's access names no account.");
  return context.ground;
}

/** Turns everything an operation can throw into what travels; what is none of the caller's doing stays as it is. */
export function toTransportError(error: unknown): unknown {
  if (error instanceof Refusal) {
    return new ORPCError(error.code.toUpperCase(), {
      status: error.status,
      message: error.message,
      data: { code: error.code, errors: error.fields, retryAfterSeconds: error.retryAfterSeconds },
    });
  }
  if (error instanceof ORPCError && error.cause instanceof ValidationError && error.status === 400) {
    const fields: Record<string, string[]> = {};
    for (const issue of error.cause.issues) {
      const path = (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part));
      (fields[path.join(".") || "request"] ??= []).push(issue.message);
    }
    const first = Object.values(fields)[0]?.[0] ?? "Some of this is not right.";
    return new ORPCError("INVALID", { status: REFUSALS.invalid, message: first, data: { code: "invalid", errors: fields } });
  }
  return error;
}

/** What an error carries beside its sentence. */
export interface ErrorData {
  code?: unknown;
  errors?: unknown;
  request_id?: unknown;
}

/** The body of every error: a sentence, a code, and messages per field where there are any. */
export function errorBody(error: { code: string; status: number; message: string; data: ErrorData }): Record<string, unknown> {
  const { data } = error;
  const requestId = data.request_id;
  if (error.status >= 500 && !data.code) {
    return { message: "Something went wrong on our side. Please try again.", code: "internal", request_id: requestId };
  }
  return {
    message: error.message,
    code: data.code ?? error.code.toLowerCase(),
    ...(data.errors ? { errors: data.errors } : {}),
    request_id: requestId,
  };
}
