// `npm start`: installs what is missing, builds what changed, then becomes the supervisor, which starts everything.
// Plain JavaScript: it must run on whatever Node (20 or newer) the machine has.
import { join } from "node:path";
import { become, execute } from "./setup/execute.mjs";
import { endWith } from "./setup/failure.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { cacheFolder, pinnedNode, root } from "./setup/paths.mjs";

const roles = process.env.ROLES ? process.env.ROLES.split(",").map((role) => role.trim()) : undefined;

await ensureInstalled().catch(endWith);
const { ensureMediaTools } = await import("./setup/media-tools.mjs");
const { ensureAppsBuilt, ensureServerBuilt } = await import("./setup/build.mjs");
if (!roles || roles.includes("worker") || roles.includes("live")) await ensureMediaTools();
await ensureAppsBuilt(roles)
  .then(() => ensureServerBuilt())
  .catch(endWith);
// The supervisor waits most of the time: its heap stays small.
const supervisor = ["--max-semi-space-size=1", join(root, "apps/server/dist/supervisor.js")];
const env = { NODE_COMPILE_CACHE: join(cacheFolder, "compiled"), MALLOC_ARENA_MAX: "2" };
become(pinnedNode, supervisor, { env });
// This Node cannot be replaced by another program: it waits for it.
process.exit(await execute(pinnedNode, supervisor, { channel: true, env }));
