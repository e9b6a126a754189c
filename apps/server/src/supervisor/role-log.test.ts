import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openRoleLog } from "./role-log.ts";

let folder: string;
let file: string;
let warnings: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kinora-log-"));
  file = join(folder, "api.log");
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => openRoleLog(file, "api", (line) => warnings.push(line));

test("a full disk drops lines and counts them, and the log continues when there is space", () => {
  // Writing to this device fails as on a full disk.
  symlinkSync("/dev/full", file);
  const log = open();
  log.write('first\n{"level":50,"msg":"An upload failed"}\nthi');
  log.write("rd\n");
  expect(warnings).toEqual([
    expect.stringMatching(/^api: lines are missing in its log: ENOSPC/),
    "api: error: An upload failed",
  ]);
  expect(log.tail()).toEqual(["first", '{"level":50,"msg":"An upload failed"}', "third"]);
  rmSync(file);
  writeFileSync(file, "the beginn");
  log.write("fourth\nfifth\n");
  log.close();
  expect(readFileSync(file, "utf8")).toBe("the beginn\n3 lines could not be written.\nfourth\nfifth\n");
});

test("a file of 10 MB is renamed, and five of them are kept", () => {
  const log = open();
  const line = "x".repeat(1_048_576 - 1);
  for (let at = 0; at < 75; at += 1) log.write(`${line}\n`);
  log.close();
  expect(readFileSync(file)).toHaveLength(5 * 1_048_576);
  expect(readFileSync(`${file}.5`)).toHaveLength(10 * 1_048_576);
  expect(() => readFileSync(`${file}.6`)).toThrow("ENOENT");
});
