import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
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

/** True where this account may install Debian packages. */
export function canInstall() {
  return process.getuid?.() === 0 && existsSync("/etc/debian_version") && findProgram("apt-get") !== null;
}

/** Installs Debian packages; answers null, or apt's last words when it failed. */
export async function installPackages(names) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const install = () => capture("apt-get", ["install", "-y", "--no-install-recommends", "-qq", ...names], { env });
  let result = await install();
  if (result.code !== 0) {
    // A fresh image has no package lists yet.
    await capture("apt-get", ["update", "-qq"], { env });
    result = await install();
  }
  return result.code === 0 ? null : result.output.trim().split("\n").slice(-3).join("\n");
}

/** The major version of an ffmpeg program; 0 when it cannot be run. */
export function ffmpegMajor(file) {
  const { stdout } = spawnSync(file, ["-version"], { encoding: "utf8", timeout: 20_000 });
  return Number(/^ffmpeg version n?(\d+)/.exec(stdout ?? "")?.[1] ?? 0);
}
