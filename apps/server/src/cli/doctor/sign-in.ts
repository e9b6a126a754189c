import { trySignIn } from "../../platform/http/sign-in-check.ts";
import { lockHolder } from "../../supervisor/folder-lock.ts";
import type { CommandContext } from "../command.ts";
import type { Finding } from "./finding.ts";

/** What a sign-in needs of this machine's API host; where the login role is this machine's, only while Kinora runs. */
export async function checkSignIn({ config }: CommandContext): Promise<Finding[]> {
  if (!config.roles.includes("api")) return [];
  if (config.roles.includes("login") && !lockHolder(config.dataDir))
    return [{ state: "ok", subject: "sign-in", message: "tried while Kinora runs" }];
  try {
    await trySignIn(config);
    return [
      { state: "ok", subject: "sign-in", message: `the login application answers at ${config.internalUrls.login}` },
    ];
  } catch (problem) {
    if (!(problem instanceof Error)) throw problem;
    const [message = "", ...fix] = problem.message.split(/(?<=\.) (?=Set )/);
    return [{ state: "failed", subject: "sign-in", message, ...(fix.length > 0 ? { fix: fix.join(" ") } : {}) }];
  }
}
