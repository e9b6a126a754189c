import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unpackDebian } from "./deploy/debian.ts";

const folder = join(import.meta.dirname, "../deploy/prometheus");
let promtool: string;
let unpacked: string;

beforeAll(async () => {
  unpacked = await mkdtemp(join(tmpdir(), "kinora-promtool-"));
  await unpackDebian("prometheus", unpacked);
  promtool = join(unpacked, "usr/bin/promtool");
});
afterAll(() => rm(unpacked, { recursive: true, force: true }));

const run = (...args: string[]) => promisify(execFile)(promtool, args, { cwd: folder });

test("the alert rules are rules of Prometheus, and fire for what they name", async () => {
  expect((await run("check", "rules", "kinora-alerts.yml")).stdout).toContain("SUCCESS");
  expect((await run("test", "rules", "kinora-alerts.test.yml")).stdout).toContain("SUCCESS");
});

test("the configuration that the page on metrics gives is one of Prometheus", async () => {
  const page = await readFile(join(import.meta.dirname, "../docs/operations/metrics.md"), "utf8");
  const [, settings = ""] = /```yaml\n([^]*?)```/.exec(page) ?? [];
  expect(settings).toContain("job_name: kinora");
  const file = join(unpacked, "prometheus.yml");
  await writeFile(file, `${settings}rule_files: [${join(folder, "kinora-alerts.yml")}]\n`);
  expect((await run("check", "config", file)).stdout).toContain("SUCCESS: ");
});
