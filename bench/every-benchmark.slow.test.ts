import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { ensureAppsBuilt, ensureServerBuilt } from "../tools/setup/build.mjs";
import { patient } from "../tools/setup/patience.mjs";
import { benchmarks } from "./benchmarks.ts";

beforeAll(async () => {
  await ensureAppsBuilt();
  await ensureServerBuilt();
}, patient(300_000));

const names = Object.keys(benchmarks).filter((name) => !benchmarks[name]?.onlyByName);

// As the command is run by hand, but one round of each with the least data: only whether it can measure is asked.
test.each(names)("the benchmark %s can measure", { timeout: patient(300_000) }, async (name) => {
  const { code, output } = await benchmarkOnce(name);
  expect(output).toMatch(/1 of 1 benchmarks measured .*: [1-9]\d* figures/);
  expect(code).toBe(0);
});

async function benchmarkOnce(name: string): Promise<{ code: number | null; output: string }> {
  const args = [join(import.meta.dirname, "main.ts"), "--once", name];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const closed = once(child, "close");
  onTestFinished(async () => {
    // One that did not end in time ends what it started.
    child.kill("SIGTERM");
    await closed;
  });
  const [code] = (await closed) as [number | null];
  return { code, output };
}
