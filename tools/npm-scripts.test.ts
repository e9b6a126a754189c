import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { identify, isAlive } from "@kinora/db/embedded/process-identity.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const { scripts } = JSON.parse(readFileSync(resolve(import.meta.dirname, "../package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kinora-npm-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const programOf = (script: string) => /tools\/[\w-]+\.mjs/.exec(script)?.[0] ?? "";

/** A package with the project's own script, whose program only writes down that it runs and what ended it. */
function aPackage(script: string): void {
  const file = programOf(script);
  mkdirSync(join(folder, "tools"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "a-package", scripts: { script } }));
  writeFileSync(
    join(folder, file),
    `import { renameSync, writeFileSync } from "node:fs";
    for (const signal of ["SIGTERM", "SIGINT"])
      process.on(signal, () => { writeFileSync("ended", signal); process.exit(0); });
    writeFileSync("unfinished", String(process.pid));
    renameSync("unfinished", "pid");
    setInterval(() => {}, 1_000);`,
  );
}

// One script for each program: what they pass to it makes no difference to signals.
const programs = new Map(Object.entries(scripts).map(([name, script]) => [programOf(script), { name, script }]));

test("every script is one program that replaces its shell", () => {
  for (const script of Object.values(scripts)) expect(script).toMatch(/^exec node tools\/[\w-]+\.mjs( \w+)?$/);
});

test.each([...programs.values()])("npm run $name passes SIGTERM on to its program", async ({ script }) => {
  aPackage(script);
  const npm = spawn("npm", ["run", "script"], { cwd: folder, stdio: "ignore" });
  children.push(npm);
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const program = await vi.waitFor(() => identify(Number(read("pid"))));
  if (!program) throw new Error("The program did not start.");
  npm.kill("SIGTERM");
  try {
    await vi.waitFor(() => expect(isAlive(program)).toBe(false));
  } finally {
    if (isAlive(program)) process.kill(program.pid, "SIGKILL");
  }
  expect(read("ended")).toBe("SIGTERM");
});
