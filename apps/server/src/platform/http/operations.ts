import type { Access, OperationMeta } from "@kinora/contract/access.ts";
import { contract } from "@kinora/contract/contract.ts";
import { implement, ORPCError, ValidationError } from "@orpc/server";
import type { Context } from "../../context.ts";
import { requireRecentProof } from "../access/recent-proof.ts";
import { scopeId, scopeParameter } from "../access/scope-id.ts";
import { authorize, missingScope, requireIdentity, type Grant, type ProjectGrant } from "../access/scope.ts";
import { requireNoMaintenance } from "../installation/maintenance.ts";
import { runOnce, type IdempotentRequest } from "./idempotency.ts";
import type { OperationInterceptor, RequestFacts } from "./operation-handler.ts";
import { requireStorable } from "./storable-text.ts";

/** What an operation's handler receives: the caller, the services, and the grant of the access check. */
export interface OperationContext extends Context {
  grant: Grant | null;
}

/**
 * Builds handlers for the contract. A handler runs after its input was validated and its access was checked on the id
 * that the operation's path names: oRPC validates before the first middleware only with this index; at its default
 * the check would read raw input, in which the caller may plant fields that the schema does not declare.
 */
export const operations = implement(contract, { initialInputValidationIndex: Number.NEGATIVE_INFINITY })
  .$context<Context & { idempotent?: IdempotentRequest }>()
  .use(async ({ context, next, procedure }, input) => {
    const { meta, route } = procedure["~orpc"];
    if (!meta.access) throw new Error(`Operation ${route.path ?? "?"} does not say who may call it.`);
    const access: Access = meta.access;
    const id = scopeId(access, route.path, input);
    const reads = route.method === "GET" || meta.reads === true;
    const { whileClosing = false } = meta;
    const grant = await authorize(context.db, context.caller, access, id, { reads, whileClosing });
    if (!reads) await requireNoMaintenance(context);
    if (meta.proof) await requireRecentProof(context, meta.proof, grant);
    requireStorable(input);
    return next({ context: { grant } });
  })
  .use(({ context, next, procedure }, input, output) => {
    const { method, path = "" } = procedure["~orpc"].route;
    if (!context.idempotent || method !== "POST") return next();
    return runOnce(context, context.idempotent, {
      operation: `${method} ${path}`,
      input,
      run: () => next(),
      repeat: (answer) => output(answer),
    });
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

/** The grant of an operation on a project or something in it. */
export function projectGrant(context: { grant: Grant | null }): ProjectGrant {
  const { grant } = context;
  if (!grant || grant.projectId === null) throw new Error("This operation's access names no project.");
  return { ...grant, projectId: grant.projectId };
}

/** The grant of an operation on an account. */
export function accountGrant(context: { grant: Grant | null }): Grant {
  if (!context.grant) throw new Error("This operation's access names no account.");
  return context.grant;
}
