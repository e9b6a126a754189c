import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { requireMachineOfBundle } from "./bundled.mjs";
import { capture } from "./execute.mjs";
import { SetupFailure } from "./failure.mjs";
import { withLock } from "./lock.mjs";
import { pinnedNode, root } from "./paths.mjs";

const stamp = join(root, "node_modules/.kinora-installed");

/**
 * Installs the dependencies when they are missing or package-lock.json changed; otherwise it does nothing.
 * @throws SetupFailure also for an offline bundle whose dependencies are those of another kind of machine.
 */
export async function ensureInstalled() {
  requireMachineOfBundle();
  if (isInstalled()) return;
  await withLock("install", async () => {
    if (isInstalled()) return;
    const startedAt = Date.now();
    console.log("Installing dependencies (about a minute the first time)…");
    const { code, output } = await installLocked();
    if (code !== 0 || !existsSync(pinnedNode)) {
      const advice = "npm's own words are above. Check the network, then start again.";
      throw new SetupFailure(10, `${output.trim()}\nThe dependencies could not be installed: ${advice}`);
    }
    writeFileSync(stamp, lockHash());
    console.log(`Dependencies installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
  });
}

/**
 * Installs the locked versions. `npm ci` refuses a lock that lacks packages for other kinds of machines. The versions it
 * does name are right, so they are installed without rewriting the lock.
 */
export async function installLocked(more = []) {
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--progress=false", ...more];
  const strict = await capture("npm", ["ci", ...quiet]);
  if (strict.code === 0 || !/code EUSAGE/.test(strict.output)) return strict;
  console.log("package-lock.json is incomplete; installing the versions it names…");
  return capture("npm", ["install", "--no-save", ...quiet]);
}

function isInstalled() {
  if (!existsSync(pinnedNode)) return false;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lockHash()) return true;
  return adoptHandInstall();
}

// npm writes its own copy of the lock after a complete install: someone ran npm by hand, and nothing is missing.
function adoptHandInstall() {
  const installed = installedVersions();
  if (!installed) return false;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const complete = Object.entries(wanted).every(
    ([path, { version, link, optional }]) =>
      link || optional || !path.includes("node_modules/") || installed[path]?.version === version,
  );
  if (complete) writeFileSync(stamp, lockHash());
  return complete;
}

function installedVersions() {
  const file = join(root, "node_modules/.package-lock.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : null;
}

function lockHash() {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}
