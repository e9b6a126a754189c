// `npm run kinora -- COMMAND`: the operator's command line, run under the Node version the project pins.
import { execute } from "./setup/execute.mjs";
import { endWith } from "./setup/failure.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { pinnedNode } from "./setup/paths.mjs";

await ensureInstalled().catch(endWith);
process.exit(await execute(pinnedNode, ["packages/demo/src/main.ts", ...process.argv.slice(2)]));
