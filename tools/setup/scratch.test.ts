import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { scratchFolder } from "./scratch.mjs";

const memory = mkdtempSync(join(tmpdir(), "kinora-memory-"));
afterAll(() => rmSync(memory, { recursive: true, force: true }));

test("tests write into memory that has room, and their folder is removed with what is in it", () => {
  const scratch = scratchFolder({ memory, enough: 1 });
  expect(dirname(scratch.folder)).toBe(memory);
  expect(scratch.env).toEqual({ TMPDIR: scratch.folder });
  writeFileSync(join(scratch.folder, "rows"), "1");
  scratch.remove();
  expect(existsSync(scratch.folder)).toBe(false);
});

test.each([
  ["little room", { memory, enough: Number.MAX_SAFE_INTEGER }],
  ["no folder in memory", { memory: join(memory, "missing"), enough: 1 }],
])("a machine with %s keeps them on the disk", (_, places) => {
  const scratch = scratchFolder(places);
  expect(dirname(scratch.folder)).toBe(tmpdir());
  scratch.remove();
});

test("what a killed run left is removed by the next, and that of a running one is not", () => {
  // No system gives a process so high a number.
  const abandoned = join(memory, "kinora-tests-99999999");
  const running = join(memory, `kinora-tests-${process.ppid}`);
  for (const folder of [abandoned, running]) mkdirSync(folder);
  scratchFolder({ memory, enough: 1 }).remove();
  expect([existsSync(abandoned), existsSync(running)]).toEqual([false, true]);
});
