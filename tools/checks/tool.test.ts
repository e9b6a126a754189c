import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { expect, test, vi } from "vitest";
import { repositoryRoot } from "./repository.ts";

interface Running {
  pid: number;
  parent: number;
}

function processes(): Running[] {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,ppid=,stat="], { encoding: "utf8" });
  return stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state = ""]) => !state.startsWith("Z"))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}

function startedBy(pid: number, all = processes()): number[] {
  return all.filter(({ parent }) => parent === pid).flatMap((one) => [one.pid, ...startedBy(one.pid, all)]);
}

test("a check that is ended leaves no tool running", async () => {
  const check = spawn(process.execPath, ["tools/check.ts", "types (node)"], { cwd: repositoryRoot, stdio: "ignore" });
  const exit = once(check, "exit");
  const tools = await vi.waitFor(() => {
    const found = startedBy(check.pid ?? 0);
    expect(found.length).toBeGreaterThan(0);
    return found;
  });
  check.kill("SIGTERM");
  await exit;
  await vi.waitFor(() => expect(processes().filter(({ pid }) => tools.includes(pid))).toEqual([]));
});
