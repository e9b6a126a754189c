// `npm run cluster`: a whole cluster as processes of this machine, to try what several machines do.
import { resolve } from "node:path";
import { readConfig } from "../apps/server/src/platform/config.ts";
import { firstRunLinkOf } from "../apps/server/src/supervisor/first-run-link.ts";
import { installedNginx, installedRedis, startCluster } from "./cluster/cluster.ts";

const folder = resolve(process.env["KINORA_DATA_DIR"] ?? "./data-cluster");
const basePort = Number(process.env["KINORA_PORT"] ?? 4000);
console.log(`Starting a cluster in ${folder}…`);
const nginx = installedNginx();
if (nginx === null) console.error("nginx is not installed: the addresses are those of the first machine of each role.");
const redis = installedRedis();
if (redis === null) console.error("redis-server is not installed: each API counts the requests it receives.");
const cluster = await startCluster(folder, basePort, { nginx, redis });
let stopping: Promise<void> | null = null;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    stopping ??= cluster.stop();
    void stopping.then(() => process.exit(0));
  });

for (const { name, roles, basePort: port, address } of cluster.hosts)
  console.log(`  ${name.padEnd(8)} ${roles.join(", ").padEnd(22)} ports from ${port}, ${address}`);
console.log(`\n  Console  ${cluster.urls.console}\n  API      ${cluster.urls.api}\n  Edge     ${cluster.urls.edge}`);
const [first] = cluster.hosts;
const link = first && (await firstRunLinkOf(readConfig(first.env), first.env["DATABASE_URL"] ?? ""));
if (link) console.log(`\n  The first superuser: ${link}`);
console.log("\nCtrl-C stops all of it.");
