import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { killedForMemory, memoryKills } from "./memory-kills.ts";
import { requireSuccess } from "./tool-failure.ts";

test("the kernel's count of processes killed for memory is read, and none where it has none", () => {
  const folder = mkdtempSync(join(tmpdir(), "kinora-vmstat-"));
  writeFileSync(join(folder, "vmstat"), "pgfault 9\noom_kill 3\ndrop_pagecache 0\n");
  expect(memoryKills(join(folder, "vmstat"))).toBe(3);
  expect(memoryKills(join(folder, "absent"))).toBe(0);
  rmSync(folder, { recursive: true });
});

test("a tool that the kernel killed for memory is told from one that somebody killed", () => {
  const failureOf = (stderrTail: string[]) => {
    try {
      requireSuccess({ exitCode: 137, stderrTail });
    } catch (error) {
      return error;
    }
  };
  expect(failureOf(["frame=9", killedForMemory])).toMatchObject({ code: "out_of_memory", retryable: true });
  expect(failureOf(["frame=9"])).toMatchObject({ code: "out_of_resources", retryable: true });
});
