import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { cacheFolder } from "./paths.mjs";

/** Two starts in one checkout must not install or build at the same time: the second waits for the first. */
export async function withLock(name, work) {
  mkdirSync(cacheFolder, { recursive: true });
  const file = join(cacheFolder, `${name}.lock`);
  for (let waiting = false; !take(file); waiting = true) {
    if (!waiting) console.log(`Waiting for another start in this folder (its lock is ${file})…`);
    await delay(200);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file) {
  try {
    const handle = openSync(file, "wx");
    writeSync(handle, String(process.pid));
    closeSync(handle);
    return true;
  } catch (problem) {
    if (problem.code !== "EEXIST") throw problem;
    if (holderIsGone(file)) rmSync(file, { force: true });
    return false;
  }
}

function holderIsGone(file) {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    // An empty file belongs to a process that is about to write its id.
    if (!pid) return false;
    process.kill(pid, 0);
    return false;
  } catch (problem) {
    return problem.code === "ESRCH";
  }
}
