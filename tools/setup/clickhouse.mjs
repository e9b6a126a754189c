import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { SetupFailure } from "./failure.mjs";
import { installLocked } from "./install.mjs";
import { withLock } from "./lock.mjs";
import { root } from "./paths.mjs";

const folder = join(root, "tools/clickhouse");

const isInstalled = () => existsSync(join(folder, "node_modules/chdb/package.json"));

/** Installs ClickHouse's engine, with which tests run its SQL. The product does not have it. */
export async function ensureClickHouse() {
  if (isInstalled()) return;
  await withLock("clickhouse", async () => {
    if (isInstalled()) return;
    console.log("Installing ClickHouse's engine for the tests (150 MB)…");
    const { code, output } = await installLocked(["--ignore-scripts", "--prefix", folder]);
    if (code !== 0) throw new SetupFailure(10, `${output.trim()}\nClickHouse's engine could not be installed.`);
  });
}

/** A connection to an engine in this process with nothing in it, for `createClient` of @clickhouse/client. */
export async function clickHouseConnection() {
  await ensureClickHouse();
  const { createChdbConnection } = createRequire(join(folder, "package.json"))("chdb/connection");
  return createChdbConnection({ path: ":memory:" });
}
