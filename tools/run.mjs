// Runs one of the project's commands (check, fix, dev, cluster, ui, e2e, bench, screens) under the Node version the project pins.
// Plain JavaScript: it must start on whatever Node the machine has.
import { compileCache } from "./setup/compile-cache.mjs";
import { execute } from "./setup/execute.mjs";
import { endWith } from "./setup/failure.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { localBinary, pinnedNode } from "./setup/paths.mjs";
import { scratchFolder } from "./setup/scratch.mjs";

const commands = {
  check: { run: (rest) => [pinnedNode, ["tools/check.ts", ...rest]] },
  fix: { run: (rest) => [pinnedNode, ["tools/fix.ts", ...rest]] },
  bench: { builds: true, buildsServer: true, run: (rest) => [pinnedNode, ["bench/main.ts", ...rest]] },
  screens: { builds: true, run: (rest) => [pinnedNode, ["packages/demo/screens/main.ts", ...rest]] },
  ui: { run: (rest) => [pinnedNode, [localBinary("vite"), "--config", "packages/ui/gallery/vite.config.ts", ...rest]] },
  dev: { run: (rest) => [pinnedNode, ["tools/dev.ts", ...rest]] },
  cluster: { builds: true, run: (rest) => [pinnedNode, ["tools/cluster.ts", ...rest]] },
  e2e: {
    builds: true,
    isTest: true,
    // The promised times wait for every other test, unless one says what to run.
    run: (rest) => {
      const chosen = rest.length > 0 ? ["--no-deps", ...rest] : [];
      return [pinnedNode, [localBinary("playwright"), "test", "--config", "e2e/playwright.config.ts", ...chosen]];
    },
  },
};

const [name, ...rest] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  console.error(`Say which command to run: ${Object.keys(commands).join(", ")}.`);
  process.exit(2);
}
await ensureInstalled().catch(endWith);
if (command.builds) {
  const { ensureAppsBuilt, ensureServerBuilt } = await import("./setup/build.mjs");
  await ensureAppsBuilt().catch(endWith);
  if (command.buildsServer) await ensureServerBuilt().catch(endWith);
}
const scratch = command.isTest ? scratchFolder() : null;
const code = await execute(...command.run(rest), { env: scratch ? { ...compileCache(), ...scratch.env } : {} });
scratch?.remove();
process.exit(code);
