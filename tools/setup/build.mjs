import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { capture } from "./execute.mjs";
import { SetupFailure } from "./failure.mjs";
import { withLock } from "./lock.mjs";
import { cacheFolder, localBinary, pinnedNode, root } from "./paths.mjs";

/** The browser apps, and the role that serves each. */
const appsByRole = { console: "console", login: "login", edge: "embed" };

/** Builds the browser apps whose sources changed since their last build; a failed build leaves the old one in place. */
export async function ensureAppsBuilt(roles = Object.keys(appsByRole)) {
  const apps = roles
    .map((role) => appsByRole[role])
    .filter((app) => app && existsSync(join(root, "apps", app, "vite.config.ts")));
  for (const app of apps) await ensureBuilt(app, buildApp);
}

/** Builds what `npm start` runs of the server: fewer and smaller files than its sources, which tests and `npm run dev` run. */
export async function ensureServerBuilt() {
  await ensureBuilt("server", buildServer);
}

async function ensureBuilt(app, build) {
  if (isBuilt(app)) return;
  await withLock("build", async () => {
    if (isBuilt(app)) return;
    const startedAt = Date.now();
    const hash = sourcesHash(app);
    process.stdout.write(`Building ${app}… `);
    await build(app);
    writeFileSync(stampOf(app), hash);
    console.log(`${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  });
}

function isBuilt(app) {
  const stamp = stampOf(app);
  return (
    existsSync(join(root, "apps", app, "dist")) && existsSync(stamp) && readFileSync(stamp, "utf8") === sourcesHash(app)
  );
}

const stampOf = (app) => join(cacheFolder, `build-${app}`);

async function buildApp(app) {
  const home = join(root, "apps", app);
  const output = join(cacheFolder, `dist-${app}`);
  rmSync(output, { recursive: true, force: true });
  await runVite(app, output);
  compressFolder(output);
  const dist = join(home, "dist");
  const old = join(cacheFolder, `old-${app}`);
  rmSync(old, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(output, dist);
  rmSync(old, { recursive: true, force: true });
}

const keptMs = 7 * 24 * 60 * 60 * 1_000;

// A process that still runs an earlier build loads parts of it when it first needs them: they stay for a week.
async function buildServer(app) {
  const dist = join(root, "apps", app, "dist");
  await runVite(app, dist);
  for (const name of readdirSync(dist)) {
    const file = join(dist, name);
    if (Date.now() - statSync(file).mtimeMs > keptMs) rmSync(file);
  }
}

async function runVite(app, output) {
  const home = join(root, "apps", app);
  mkdirSync(output, { recursive: true });
  for (const config of viteConfigs(home)) {
    const { code, output: words } = await capture(
      pinnedNode,
      [localBinary("vite"), "build", "--config", config, "--outDir", output, "--logLevel", "warn"],
      {
        cwd: home,
        env: { NODE_ENV: "production" },
      },
    );
    if (code !== 0) {
      throw new SetupFailure(11, `\n${words.trim()}\nThe ${app} app could not be built: vite's own words are above.`);
    }
  }
}

const worthCompressing = /\.(js|css|html|svg|json|txt|map|webmanifest)$/;
const leastBytes = 1_024;

// The servers send these instead of compressing the same file for each request.
function compressFolder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name);
    if (entry.isDirectory()) compressFolder(file);
    else if (worthCompressing.test(entry.name)) compressFile(file);
  }
}

function compressFile(file) {
  const bytes = readFileSync(file);
  if (bytes.length < leastBytes) return;
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  );
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

// One app may be built in several goes (a page and a script): vite.config.ts first, then vite.NAME.config.ts.
function viteConfigs(home) {
  return readdirSync(home)
    .filter((name) => /^vite\.([\w-]+\.)?config\.ts$/.test(name))
    .sort((a, b) => a.length - b.length);
}

function sourcesHash(app) {
  const hash = createHash("sha256");
  const folders = [join("apps", app), ...[...packagesOf(join("apps", app))].sort()];
  const files = ["package-lock.json", ...folders.flatMap((folder) => sourceFiles(join(root, folder)))];
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

function packagesOf(folder, found = new Set()) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies).filter((name) => name.startsWith("@kinora/"))) {
    const path = join("packages", name.slice("@kinora/".length));
    if (found.has(path)) continue;
    found.add(path);
    packagesOf(path, found);
  }
  return found;
}

const notSources = new Set(["node_modules", "dist", "test-results"]);

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !notSources.has(name) && !/\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? sourceFiles(join(folder, entry.name)) : [relative(root, join(folder, entry.name))],
    );
}
