import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { limitMemory } from "../../../../tools/memory-limit.ts";
import { killedForMemoryVariable } from "../platform/process/killed-for-memory.ts";
import type { RoleEvent } from "./role-process.ts";
import { superviseRoles } from "./supervisor.ts";

const MIB = 1024 ** 2;
const limit = limitMemory(`kinora-kills-${process.pid}`, 300 * MIB);

describe.runIf(limit)("inside a limit of memory", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "kinora-kills-"));
    for (const name of ["run", "logs"]) mkdirSync(join(folder, name));
    return () => rmSync(folder, { recursive: true, force: true });
  });
  afterAll(() => limit?.remove());
  afterEach(() => vi.waitFor(() => limit?.pids().length === 0 || Promise.reject(new Error("Something still runs."))));

  /** A command that runs in the limit. */
  const within = (script: string) => [
    "-c",
    `${limit?.enter} && exec "$0" --input-type=module -e "$1"`,
    process.execPath,
    script,
  ];

  test("the death of a role that the kernel kills to get memory is reported as such, and to its next process", async () => {
    const events: RoleEvent[] = [];
    const warnings: string[] = [];
    const file = join(folder, "before");
    const script = `
      import { writeFileSync } from "node:fs";
      process.on("SIGTERM", () => process.exit(0));
      const before = process.env.${killedForMemoryVariable};
      if (before) { writeFileSync(${JSON.stringify(file)}, before); setInterval(() => {}, 1_000); }
      else for (const taken = [];;) taken.push(Buffer.alloc(${16 * MIB}, 1));`;
    const launch = { command: "sh", args: within(script), env: process.env, cwd: folder, readyUrls: [] };
    const roles = superviseRoles({
      dataDir: folder,
      plans: [{ name: "worker", launch: async () => launch }],
      warn: (line) => warnings.push(line),
      onRole: (_role, event) => events.push(event),
    });
    await vi.waitFor(() => expect(existsSync(file) && readFileSync(file, "utf8")).toBeTruthy());
    const death = events.find((event) => event.kind === "died");
    expect(death).toMatchObject({ how: "killed by the system to get memory", pid: Number(readFileSync(file, "utf8")) });
    expect(warnings[0]).toContain("worker died (killed by the system to get memory)");
    await roles.stop(5_000);
  });

  test("a media tool that the kernel kills to get memory fails for that reason", () => {
    const script = `
      const { runTool } = await import("@kinora/media/tools/run.ts");
      const { requireSuccess } = await import("@kinora/media/tools/tool-failure.ts");
      const args = ["-f", "lavfi", "-i", "testsrc2=size=7680x4320:rate=25", "-t", "9", "-c:v", "libx264", "-f", "null", "-"];
      try { requireSuccess(await runTool({ binary: "ffmpeg", args, inputs: [], workFolder: null })); }
      catch (error) { console.log(error.code); }`;
    const cwd = join(import.meta.dirname, "../..");
    expect(execFileSync("sh", within(script), { cwd, encoding: "utf8" }).trim()).toBe("out_of_memory");
  });
});
