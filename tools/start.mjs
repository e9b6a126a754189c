// `npm start`: installs what is missing, builds what changed, then starts everything under the supervisor.
// Plain JavaScript: it must run on whatever Node (20 or newer) the machine has.
import { join } from "node:path";
import { execute } from "./setup/execute.mjs";
import { endWith } from "./setup/failure.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { cacheFolder, pinnedNode } from "./setup/paths.mjs";

const supervisor = "apps/server/src/supervisor/main.ts";
const roles = process.env.ROLES ? process.env.ROLES.split(",").map((role) => role.trim()) : undefined;

await ensureInstalled().catch(endWith);
const { ensureMediaTools } = await import("./setup/media-tools.mjs");
const { ensureAppsBuilt } = await import("./setup/build.mjs");
if (!roles || roles.includes("worker") || roles.includes("live")) await ensureMediaTools();
await ensureAppsBuilt(roles).catch(endWith);
process.exit(
  // The supervisor waits most of the time: its heap stays small.
  await execute(pinnedNode, ["--max-semi-space-size=1", "--optimize-for-size", supervisor], {
    channel: true,
    env: { NODE_COMPILE_CACHE: join(cacheFolder, "compiled"), MALLOC_ARENA_MAX: "2" },
  }),
);
