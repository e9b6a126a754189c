// `npm run dev`: the whole product with hot reload. The console is served by vite; login and embed are rebuilt when their
// sources change; the server's roles are replaced when the server's or a package's sources change.
import { spawn } from "node:child_process";
import { existsSync, watch } from "node:fs";
import { join, resolve } from "node:path";
import { createServer, type Plugin } from "vite";
import { readConfig } from "../apps/server/src/platform/config.ts";
import { REALTIME_KEY } from "../apps/server/src/platform/events/realtime.ts";
import { VERSION } from "../apps/server/src/platform/process/version.ts";
import { firstRunLinkOf } from "../apps/server/src/supervisor/first-run-link.ts";
import { StartRefusal } from "../apps/server/src/supervisor/start-refusal.ts";
import { startKinora } from "../apps/server/src/supervisor/start.ts";

const root = resolve(import.meta.dirname, "..");
const calmMs = 150;

const settings = readConfig();
const config = { ...settings, roles: settings.roles.filter((role) => role !== "console") };
const kinora = await startKinora(config, {
  warn: (line) => console.error(line),
  cancelled: new AbortController().signal,
}).catch((problem: unknown) => {
  if (!(problem instanceof StartRefusal)) throw problem;
  console.error(`Kinora can't start. ${problem.message}`);
  process.exit(problem.exitCode);
});

/** What the console role answers in production. */
const runtimeSettings: Plugin = {
  name: "kinora-runtime",
  configureServer(server) {
    server.middlewares.use("/runtime.json", (_request, answer) => {
      answer.setHeader("content-type", "application/json");
      answer.end(
        JSON.stringify({
          login_host: config.urls.login,
          edge_host: config.urls.edge,
          version: VERSION,
          realtime: { key: REALTIME_KEY },
        }),
      );
    });
  },
};
const consoleServer = await createServer({
  root: join(root, "apps/console"),
  configFile: join(root, "apps/console/vite.config.ts"),
  plugins: [runtimeSettings],
  server: { port: config.ports.console, strictPort: true },
});
await consoleServer.listen();

const builders = ["login", "embed"]
  .filter((app) => existsSync(join(root, "apps", app, "vite.config.ts")))
  .map((app) =>
    spawn(process.execPath, [join(root, "node_modules/.bin/vite"), "build", "--watch", "--logLevel", "warn"], {
      cwd: join(root, "apps", app),
      stdio: ["ignore", "inherit", "inherit"],
    }),
  );

let calm: NodeJS.Timeout | undefined;
for (const folder of [
  "apps/server/src",
  "packages/domain/src",
  "packages/contract/src",
  "packages/db/src",
  "packages/storage/src",
  "packages/media/src",
]) {
  watch(join(root, folder), { recursive: true }, (_event, name) => {
    if (!name?.endsWith(".ts") || name.endsWith(".test.ts")) return;
    clearTimeout(calm);
    calm = setTimeout(() => {
      console.log(`${name} changed: the roles are replaced.`);
      kinora.renewRoles();
    }, calmMs);
  });
}

console.log(`Console with hot reload: ${config.urls.console}`);
const link = await firstRunLinkOf(config, kinora.databaseUrl);
if (link) console.log(`Create the first superuser here (the link works once): ${link}`);

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    for (const builder of builders) builder.kill();
    void Promise.all([consoleServer.close(), kinora.stop()]).then(() => process.exit(0));
  });
}
