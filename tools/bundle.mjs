// `npm run bundle -- FILE`: writes Kinora, with all that it needs to run, to one archive for machines without network.
// It holds the program and no data; `npm run kinora -- backup` holds the data and no program.
// Plain JavaScript: it must run on whatever Node (20 or newer) the machine has.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { endWith, SetupFailure } from "./setup/failure.mjs";
import { ensureInstalled } from "./setup/install.mjs";

const [name, ...more] = process.argv.slice(2);

async function bundle() {
  if (!name || name.startsWith("-") || more.length > 0)
    throw new SetupFailure(2, "Name one FILE: npm run bundle -- kinora.tar");
  const file = resolve(process.env.INIT_CWD ?? process.cwd(), name);
  await ensureInstalled();
  const { ensureAppsBuilt, ensureServerBuilt } = await import("./setup/build.mjs");
  const { writeBundle } = await import("./setup/bundle.mjs");
  await ensureAppsBuilt();
  await ensureServerBuilt();
  const { version, machine } = await writeBundle(file);
  const size = (statSync(file).size / 1e6).toFixed(0);
  console.log(`${file} contains Kinora ${version} for ${machine} (${size} MB), and no data: a backup contains that.`);
}

await bundle().catch(endWith);
