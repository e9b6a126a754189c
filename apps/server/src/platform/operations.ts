import type { Access, OperationMeta } from "@kinora/contract/access.ts";
import { contract } from "@kinora/contract/contract.ts";
import { implement, ORPCError, ValidationError } from "@orpc/server";
import type { Context } from "../context.ts";
import type { ProjectGround } from "../platform/scope.ts";
import type { OperationInterceptor, RequestFacts } from "./operation-handler.ts";
import { scopeId, scopeParameter } from "./scope-id.ts";
import { findGround, missingScope, requireIdentity, type Ground } from "./scope.ts";
import { requireStorable } from "./storable-text.ts";

/** What an operation's handler is given: who asks, everything to work with, and the ground it may act on. */
export interface OperationContext extends Context {
  ground: Ground | null;
}

/**
 * Builds handlers for the contract. A handler runs after its input was validated and its access was checked on the id
 * that the operation's path names: oRPC validates before the first middleware only with this index; at its default
 * the check would read raw input, in which the caller may plant fields that the schema does not declare.
 */
export const operations = implement(contract, { initialInputValidationIndex: Number.NEGATIVE_INFINITY })
  .$context<Context>()
  .use(async ({ context, next, procedure }, input) => {
    const { meta, route } = procedure["~orpc"];
    if (!meta.access) throw new Error(`Operation ${route.path ?? "?"} does not say who may call it.`);
    const access: Access = meta.access;
    const ground = await findGround(context.db, context.caller, access, scopeId(access, route.path, input));
    requireStorable(input);
    return next({ context: { ground } });
  });

/**
 * Refuses anonymous callers before any input is read, and answers a path whose id is no id at all like one that names
 * nothing: a 404, not a list of invalid fields.
 */
export const checkIdentity: OperationInterceptor<Context & RequestFacts> = async ({ context, procedure, next }) => {
  const { meta, route } = procedure["~orpc"];
  const { access }: Partial<OperationMeta> = meta;
  if (!access) return next();
  requireIdentity(context.caller, access);
  try {
    return await next();
  } catch (problem) {
    const parameter = scopeParameter(access, route.path);
    if (parameter !== null && "of" in access && isInvalid(problem, parameter)) throw missingScope(access.of);
    throw problem;
  }
};

function isInvalid(problem: unknown, field: string): boolean {
  if (!(problem instanceof ORPCError) || !(problem.cause instanceof ValidationError)) return false;
  return problem.cause.issues.some(({ path }) => path?.length === 1 && path[0] === field);
}

/** The ground of an operation on a project or something in it. */
export function projectGround(context: { ground: Ground | null }): ProjectGround {
  const { ground } = context;
  if (!ground || ground.projectId === null) throw new Error("This operation's access names no project.");
  return { ...ground, projectId: ground.projectId };
}

/** The ground of an operation on an account. */
export function accountGround(context: { ground: Ground | null }): Ground {
  if (!context.ground) throw new Error("This operation's access names no account.");
  return context.ground;
}
