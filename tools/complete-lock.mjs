// Adds to package-lock.json the platform packages that npm left out, so that `npm ci` accepts it everywhere.
// npm drops an optional package from the lock when the registry did not have that version at the time of the install;
// `npm ci` then refuses the lock as incomplete. Run this after an install that added or upgraded a dependency.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup/paths.mjs";

const platform =
  /(android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-(arm-\w+|arm64|arm|x64|ia32|riscv64|ppc64|s390x|loong64)(?:-(gnu|musl|msvc))?$/;
const file = join(root, "package-lock.json");
const lock = JSON.parse(readFileSync(file, "utf8"));

let added = 0;
for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const parts = platform.exec(name);
    if (!parts || !/^\d/.test(version) || placesSeenFrom(path, name).some((place) => place in lock.packages)) continue;
    lock.packages[`node_modules/${name}`] = entryOf(version, dev, parts);
    added += 1;
  }
}
if (added > 0) {
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en")));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
console.log(`${added} platform packages added to package-lock.json.`);

/** Where Node would look for a package that the one at `path` asks for, nearest first. */
function placesSeenFrom(path, name) {
  const parents = path.split("/node_modules/");
  const nested = parents.map((_, at) => `${parents.slice(0, at + 1).join("/node_modules/")}/node_modules/${name}`);
  return [...(path ? nested : []), `node_modules/${name}`];
}

function entryOf(version, dev, [, os, cpu, abi]) {
  const isMusl = abi === "musl" || cpu.endsWith("musleabihf");
  const libc = os === "linux" ? { libc: [isMusl ? "musl" : "glibc"] } : {};
  return { version, cpu: [cpu.split("-")[0]], ...(dev ? { dev } : {}), ...libc, optional: true, os: [os] };
}
