import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SetupFailure } from "./failure.mjs";
import { cacheFolder } from "./paths.mjs";

/** In an offline bundle: of which release it is, and on which machines its programs run. A checkout has no such file. */
const stamp = join(cacheFolder, "bundle.json");

/** In an offline bundle: packages of Debian's, with all that they depend on. */
export const carriedPackages = join(cacheFolder, "debian");

/**
 * What programs that were built or installed here need of another machine: its kind, the C library at least (null without
 * glibc), and the distribution's release that packages are for (null where it does not say).
 */
export function thisMachine() {
  // The report would ask for the name of every address otherwise.
  process.report.excludeNetwork = true;
  const { glibcVersionRuntime: glibc = null } = process.report.getReport().header;
  return { platform: process.platform, arch: process.arch, glibc, release: distribution() };
}

function distribution(file = "/etc/os-release") {
  if (!existsSync(file)) return null;
  const text = readFileSync(file, "utf8");
  const [id, version] = ["ID", "VERSION_ID"].map((name) => new RegExp(`^${name}="?([^"\\n]*)`, "m").exec(text)?.[1]);
  return id && version ? `${id} ${version}` : null;
}

export function machineInWords({ platform, arch, glibc }) {
  return `${platform} ${arch} ${glibc ? `with glibc ${glibc}` : "without glibc"}`;
}

/** Why what was made on the machine `made` cannot run on this one, in a sentence; null where it can. */
export function otherMachine(made, here = thisMachine()) {
  const hasLibrary =
    made.glibc === null ? here.glibc === null : here.glibc !== null && isAtLeast(here.glibc, made.glibc);
  if (made.platform === here.platform && made.arch === here.arch && hasLibrary) return null;
  return `This offline bundle is for ${machineInWords(made)} or newer, and this machine is ${machineInWords(here)}. Make a bundle on a machine like this one (docs/operations/offline.md).`;
}

function isAtLeast(version, least) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = least.split(".").map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** What the bundle in this folder says of itself; null where it is none. */
export function readBundle() {
  return existsSync(stamp) ? JSON.parse(readFileSync(stamp, "utf8")) : null;
}

/** @throws SetupFailure where this folder is a bundle that was made for other machines than this one */
export function requireMachineOfBundle() {
  const bundle = readBundle();
  const problem = bundle ? otherMachine(bundle) : null;
  if (problem) throw new SetupFailure(12, problem);
}
