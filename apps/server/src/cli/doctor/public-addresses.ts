import { z } from "zod";
import { urlSetting, WEB_ROLES, type WebRole } from "../../platform/settings/public-urls.ts";
import { lockHolder } from "../../supervisor/folder-lock.ts";
import type { CommandContext } from "../command.ts";
import type { Finding } from "./finding.ts";

const PATIENCE_MS = 5_000;
const health = z.object({ role: z.string(), version: z.string() });

/**
 * Whether each role of this machine answers at its public address, while Kinora runs. What does not answer is a warning: a machine
 * behind a router may not reach its own public names although everybody else does.
 */
export async function checkPublicAddresses({ config }: CommandContext): Promise<Finding[]> {
  if (!lockHolder(config.dataDir)) return [];
  const roles = WEB_ROLES.filter((role) => config.roles.includes(role));
  const problems = await Promise.all(roles.map((role) => problemAt(role, config.urls[role])));
  const found = problems.filter((problem) => problem !== null);
  if (found.length > 0) return found;
  return [
    { state: "ok", subject: "public addresses", message: `${roles.join(", ")} answer at their public addresses` },
  ];
}

async function problemAt(role: WebRole, url: string): Promise<Finding | null> {
  const subject = `${role} address`;
  let answer: Response;
  try {
    answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: "manual" });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return {
      ...{ state: "warning", subject, message: `this machine does not reach ${url}: ${cause}` },
      fix: "Try it from outside; if it works there, nothing needs to be done.",
    };
  }
  const answered = health.safeParse(await answer.json().catch(() => null));
  if (answered.success && answered.data.role === role) return null;
  const instead = answered.success ? `the ${answered.data.role} role` : `something else (status ${answer.status})`;
  return {
    ...{ state: "failed", subject, message: `${url} is answered by ${instead}` },
    fix: `Let the proxy pass this name on to the ${role} role, or correct ${urlSetting(role)}.`,
  };
}
