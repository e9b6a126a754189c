import type { Access } from "@kinora/contract/access.ts";
import { contract } from "@kinora/contract/contract.ts";
import { implement } from "@orpc/server";
import type { Context } from "../context.ts";
import { findGround, type Ground } from "./scope.ts";
import { requireStorable } from "./storable-text.ts";

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
    requireStorable(input);
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
