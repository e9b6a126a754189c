import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { identify, isAlive } from "@kinora/db/embedded/process-identity.ts";
import { expect, test, vi } from "vitest";

const readJson = (file: string) =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, "..", file), "utf8")) as unknown;

const { scripts, allowScripts } = readJson("package.json") as {
  scripts: Record<string, string>;
  allowScripts: Record<string, boolean>;
};

test("every script is one program that replaces its shell", () => {
  for (const script of Object.values(scripts)) expect(script).toMatch(/^exec node tools\/[\w-]+\.mjs( \w+)?$/);
});

// One stands for all, which have the same form: which program it is makes no difference to signals.
test("npm passes SIGTERM on to the program of a script", async () => {
  const folder = mkdtempSync(join(tmpdir(), "kinora-npm-"));
  const { start = "" } = scripts;
  mkdirSync(join(folder, "tools"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "a-package", scripts: { start } }));
  // It only writes down that it runs and what ended it.
  writeFileSync(
    join(folder, start.replace("exec node ", "")),
    `import { renameSync, writeFileSync } from "node:fs";
    for (const signal of ["SIGTERM", "SIGINT"])
      process.on(signal, () => { writeFileSync("ended", signal); process.exit(0); });
    writeFileSync("unfinished", String(process.pid));
    renameSync("unfinished", "pid");
    setInterval(() => {}, 1_000);`,
  );
  const npm = spawn("npm", ["run", "start"], { cwd: folder, stdio: "ignore" });
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const program = await vi.waitFor(() => identify(Number(read("pid"))));
  if (!program) throw new Error("The program did not start.");
  npm.kill("SIGTERM");
  try {
    await vi.waitFor(() => expect(isAlive(program)).toBe(false));
  } finally {
    if (isAlive(program)) process.kill(program.pid, "SIGKILL");
    npm.kill("SIGKILL");
  }
  expect(read("ended")).toBe("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

test("each package whose installation runs a script is named, for both kinds of processors that Kinora runs on", () => {
  const { packages } = readJson("package-lock.json") as {
    packages: Record<string, { hasInstallScript?: boolean; os?: string[]; cpu?: string[] }>;
  };
  const installed = Object.entries(packages).filter(
    ([, { hasInstallScript = false, os = ["linux"], cpu = ["x64"] }]) =>
      hasInstallScript && os.includes("linux") && (cpu.includes("x64") || cpu.includes("arm64")),
  );
  const names = installed.map(([path]) => path.replace(/^.*node_modules\//, ""));
  expect(names.toSorted()).toEqual(Object.keys(allowScripts).toSorted());
});
