import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 6 * 1024 ** 3;
const name = /^kinora-tests-(\d+)$/;

/**
 * A folder for what tests write, removed by `remove`. It is in memory where that has room: to clone a database for a file of
 * tests creates some hundred files, which takes 50 ms there and 700 ms on a disk that others use as well. Everybody may write into it, as
 * into /tmp, because Kinora that root starts runs as another account.
 */
export function scratchFolder({ memory = MEMORY, enough = ENOUGH_BYTES } = {}) {
  const parent = freeBytes(memory) >= enough ? memory : tmpdir();
  removeAbandoned(parent);
  const folder = join(parent, `kinora-tests-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o1777);
  return { folder, env: { TMPDIR: folder }, remove: () => removeFolder(folder) };
}

function freeBytes(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch (problem) {
    // Only Linux has such a folder.
    if (problem.code === "ENOENT") return 0;
    throw problem;
  }
}

// A run that was killed could not remove its folder, and memory is scarce.
function removeAbandoned(parent) {
  for (const entry of readdirSync(parent)) {
    const pid = Number(name.exec(entry)?.[1]);
    if (pid && pid !== process.pid && !isRunning(pid)) removeFolder(join(parent, entry));
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (problem) {
    return problem.code !== "ESRCH";
  }
}

function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
