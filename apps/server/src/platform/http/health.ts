import type { FastifyInstance } from "fastify";
import { VERSION } from "../process/version.ts";

/** Time a check may take, in milliseconds: what asks /readyz waits a few seconds at most. */
const CHECK_MS = 3_000;

/** Checks a dependency of a role; throws with the reason when it does not work. */
export type Check = () => Promise<void>;

/** Thrown by a check for what does not work while the role still serves: its message says how. */
export class Impairment extends Error {}

/** What a role still does without a dependency, which failed with this, as a sentence; null where it can do nothing. */
export type StandIn = (failure: unknown) => string | null;

export interface Health {
  /** The role's name. */
  name: string;
  checks: Record<string, Check>;
  standIns?: Record<string, StandIn>;
}

/**
 * Answers /healthz, that the process runs, and /readyz, whether everything it depends on works: 200, also where the role works
 * without what is missing (`status` is then `degraded`, and `reason` says how), or 503. A check without an answer within 3 s has
 * failed.
 */
export function answerChecks(app: FastifyInstance, { name: role, checks, standIns = {} }: Health): void {
  const running = Object.entries(checks).map(([name, check]) => [name, oneAtATime(check)] as const);
  app.get("/healthz", { logLevel: "silent" }, () => ({ role, version: VERSION, status: "ok" }));
  app.get("/readyz", { logLevel: "silent" }, async (_request, reply) => {
    const entries = await Promise.all(
      running.map(async ([name, check]) => ({ name, problem: await problemOf(check) })),
    );
    const missing = entries.flatMap(({ name, problem }) => {
      if (problem === null) return [];
      return [problem instanceof Impairment ? problem.message : (standIns[name]?.(problem) ?? null)];
    });
    const isReady = missing.every((standIn) => standIn !== null);
    const isDegraded = isReady && missing.length > 0;
    return reply.status(isReady ? 200 : 503).send({
      role,
      version: VERSION,
      status: isDegraded ? "degraded" : isReady ? "ok" : "not ready",
      ...(isDegraded ? { reason: missing.join(" ") } : {}),
      dependencies: Object.fromEntries(entries.map(({ name, problem }) => [name, problem?.message ?? "ok"])),
    });
  });
}

/** Why a dependency does not work; null when it does. */
async function problemOf(check: Check): Promise<Error | null> {
  const { promise: patience, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`There was no answer within ${CHECK_MS / 1_000} s.`)), CHECK_MS);
  try {
    await Promise.race([check(), patience]);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    clearTimeout(timer);
  }
}

/** A check that does not answer is not started again by every request: that would take a connection each time. */
function oneAtATime(check: Check): Check {
  let running: Promise<void> | null = null;
  return () => {
    running ??= check().finally(() => {
      running = null;
    });
    return running;
  };
}
