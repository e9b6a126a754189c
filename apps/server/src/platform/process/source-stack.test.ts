import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "../log.ts";
import { sourceStack } from "./source-stack.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kinora-stack-"));
  // Column 7 of line 2 is column 3 of line 5 of the source (ECMA-426; a map counts from 0).
  const map = { version: 3, sources: ["../src/film.ts"], names: [], mappings: ";MAIE" };
  writeFileSync(join(folder, "main.js.map"), JSON.stringify(map));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const stackOf = (place: string) => `Error: lost\n    at open (${place})\n    at node:internal/modules:1:2`;

test("a stack trace of the build names the sources", () => {
  const source = join(folder, "../src/film.ts");
  for (const file of [join(folder, "main.js"), `file://${folder}/main.js`])
    expect(sourceStack(stackOf(`${file}:2:7`))).toBe(stackOf(`${source}:5:3`));
});

test("what has no map stays as it is", () => {
  const stack = stackOf(join(folder, "other.js:2:7"));
  expect(sourceStack(stack)).toBe(stack);
});

test("the log writes such stacks", () => {
  const lines: string[] = [];
  const error = new Error("lost");
  error.stack = stackOf(join(folder, "main.js:2:7"));
  createLog("info", "api", { write: (line) => lines.push(line) }).error({ err: error }, "failed");
  expect(lines[0]).toContain(join(folder, "../src/film.ts:5:3"));
});
