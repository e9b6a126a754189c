import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { repositoryRoot } from "./repository.ts";
import { runTool } from "./tool.ts";

const work = "  work();\n";
// What the linter's configuration must find, in a folder of its own; words that conventions look for are cut in pieces.
const planted: Record<string, string> = {
  "sourceCut.ts": "export const a = 1;\n",
  "Row.ts": "export const a = 1;\n",
  "list_page.tsx": "export const a = 1;\n",
  "later.ts": "// TO" + "DO later\n/* FIX" + "ME now */\n",
  "silent.ts": "// @ts-expect-" + "error because\nexport const a = 1 as an" + "y;\n",
  "passed-on.ts": 'export * from "./a.ts";\nexport { b } from "./b.ts";\n',
  "default.ts": "export default 1;\n",
  "lines.ts": `function work() {}\n${"work();\n".repeat(450)}`,
  "function.ts": `export function long() {\n${work.repeat(59)}}\nfunction work() {}\n`,
  "skipped.test.ts": 'import { test } from "./product.ts";\ntest.describe.sk' + 'ip("a", () => {});\n',
  "alone.test.ts": 'import { test } from "./product.ts";\ntest.on' + 'ly("a", () => {});\n',
  "broken.test.ts": 'import { test } from "./product.ts";\ntest.fix' + 'me("a", () => {});\n',
  // What is right, or where the limit does not hold.
  "App.tsx": "export const a = 1;\n",
  "VideoPage.tsx": "export default 1;\n",
  "short.ts": `export function short() {\n${work.repeat(58)}}\nfunction work() {}\n`,
  "long.test.ts": `export function long() {\n${work.repeat(80)}}\nfunction work() {}\n`,
  "migrations/0001-first.ts": `export function long() {\n${work.repeat(80)}}\nfunction work() {}\n`,
};

let folder = "";
let found = new Map<string, Set<string>>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kinora-lint-"));
  await mkdir(join(folder, "migrations"));
  for (const [name, text] of Object.entries(planted)) await writeFile(join(folder, name), text);
  const config = join(repositoryRoot, ".oxlintrc.json");
  const { output } = await runTool("oxlint", ["--config", config, "--format", "unix", "."], folder);
  found = new Map();
  for (const [, file = "", rule = ""] of output.matchAll(/^(\S+?):\d+:\d+: .* \[Error\/\w+\(([\w-]+)\)\]$/gm))
    found.set(file, (found.get(file) ?? new Set()).add(rule));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ["sourceCut.ts", "filename-case"],
  ["Row.ts", "filename-case"],
  ["list_page.tsx", "filename-case"],
  ["later.ts", "no-warning-comments"],
  ["silent.ts", "ban-ts-comment"],
  ["silent.ts", "no-explicit-any"],
  ["passed-on.ts", "no-barrel-file"],
  ["default.ts", "no-default-export"],
  ["lines.ts", "max-lines"],
  ["function.ts", "max-lines-per-function"],
  ["skipped.test.ts", "no-restricted-properties"],
  ["alone.test.ts", "no-restricted-properties"],
  ["broken.test.ts", "no-restricted-properties"],
])("the linter refuses %s by %s", (file, rule) => {
  expect([...(found.get(file) ?? [])]).toContain(rule);
});

test.each([
  ["App.tsx", "filename-case"],
  ["VideoPage.tsx", "no-default-export"],
  ["short.ts", "max-lines-per-function"],
  ["long.test.ts", "max-lines-per-function"],
  ["migrations/0001-first.ts", "max-lines-per-function"],
])("the linter allows %s what %s limits elsewhere", (file, rule) => {
  expect([...(found.get(file) ?? [])]).not.toContain(rule);
});
