import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { carriedPackages, readBundle, thisMachine } from "./bundled.mjs";
import { capture } from "./execute.mjs";

/** The full path of a program in PATH, or null. */
export function findProgram(name) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** True where packages of Debian's can be downloaded. */
export function hasPackages() {
  return existsSync("/etc/debian_version") && findProgram("apt-get") !== null;
}

/** True where this account may install Debian packages. */
export function canInstall() {
  return process.getuid?.() === 0 && hasPackages();
}

/** Installs Debian packages, from an offline bundle where it has them; answers null, or apt's last words when it failed. */
export async function installPackages(names) {
  const carried = carriedFiles(names);
  return apt(["install", "-y", "--no-install-recommends", "-qq", ...(carried ?? names)], { isOnline: !carried });
}

/**
 * Downloads Debian packages with everything that they depend on into a folder, what is installed here included: the other
 * machine may lack it. Answers null, or apt's last words when it failed.
 */
export async function downloadPackages(names, folder) {
  mkdirSync(join(folder, "partial"), { recursive: true });
  // As if nothing were installed.
  const status = join(folder, "partial/status");
  writeFileSync(status, "");
  const places = { "Dir::State::status": status, "Dir::Cache::archives": folder, "APT::Sandbox::User": "root" };
  const options = Object.entries(places).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
  const problem = await apt([
    "install",
    "-y",
    "--no-install-recommends",
    "-qq",
    "--download-only",
    ...options,
    ...names,
  ]);
  rmSync(join(folder, "partial"), { recursive: true, force: true });
  rmSync(join(folder, "lock"), { force: true });
  return problem;
}

async function apt(args, { isOnline = true } = {}) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  let result = await capture("apt-get", args, { env });
  if (result.code !== 0 && isOnline) {
    // A fresh image has no package lists yet.
    await capture("apt-get", ["update", "-qq"], { env });
    result = await capture("apt-get", args, { env });
  }
  return result.code === 0 ? null : result.output.trim().split("\n").slice(-3).join("\n");
}

/**
 * The files of an offline bundle that install these packages on this machine: they, and what they depend on and this machine lacks.
 * Null where no bundle has them for this release of the distribution.
 */
function carriedFiles(names) {
  const bundle = readBundle();
  if (!bundle || bundle.release !== thisMachine().release || !existsSync(carriedPackages)) return null;
  const files = readdirSync(carriedPackages).filter((file) => file.endsWith(".deb"));
  const nameOf = (file) => file.split("_", 1)[0];
  if (!names.every((name) => files.some((file) => nameOf(file) === name))) return null;
  // What is installed stays as it is: the bundle's may be older.
  const installed = installedPackages();
  return files.filter((file) => !installed.has(nameOf(file))).map((file) => join(carriedPackages, file));
}

function installedPackages() {
  const format = "${db:Status-Status} ${Package}\\n";
  const { stdout } = spawnSync("dpkg-query", ["--show", `--showformat=${format}`], { encoding: "utf8" });
  const lines = (stdout ?? "").split("\n").map((line) => line.split(" "));
  return new Set(lines.filter(([status]) => status === "installed").map(([, name]) => name));
}

/** The major version of an ffmpeg program; 0 when it cannot be run. */
export function ffmpegMajor(file) {
  const { stdout } = spawnSync(file, ["-version"], { encoding: "utf8", timeout: 20_000 });
  return Number(/^ffmpeg version n?(\d+)/.exec(stdout ?? "")?.[1] ?? 0);
}
