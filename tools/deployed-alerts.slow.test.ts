import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
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
