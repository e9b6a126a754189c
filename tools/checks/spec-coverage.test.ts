import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryFiles, repositoryRoot } from "./repository.ts";
import { brokenProofs, coveragePage, findProofs, readDemands } from "./spec-coverage.ts";

const demands = readDemands(readFileSync(join(repositoryRoot, "tools/checks/spec-demands.txt"), "utf8"));
const proofs = findProofs(repositoryFiles());
// In pieces, because this file is searched too.
const tag = "//" + " spec:";
const planted = (text: string) => findProofs([{ path: "e2e/a.test.ts", text, lines: [] }]);

test("a comment belongs to the test or the row of a table that follows it", () => {
  const text = `${tag} 1.1, 2.1\ntest(\n  "says \\"yes\\"", () => {});\ntest.each([\n  ${tag} 1.2\n  ["a row", 1],\n])("%s", () => {});`;
  expect(planted(text).map(({ id, test: name }) => [id, name])).toEqual([
    ["1.1", 'says \\"yes\\"'],
    ["2.1", 'says \\"yes\\"'],
    ["1.2", "a row"],
  ]);
});

test("every demand of the specification is shown by tests, or names the room that will meet it", () => {
  const [one = { id: "", label: "", awaits: null }, later] = readDemands("2.1 a demand\n2.2 another (awaits ads)\n");
  const shown = planted(`${tag} 2.1\ntest("it does", () => {});`);
  expect(brokenProofs([one], shown)).toEqual([]);
  expect(brokenProofs([one], [])).toEqual(["2.1 a demand: neither test nor room"]);
  expect(brokenProofs(later ? [later] : [], planted(`${tag} 2.2\ntest("it does", () => {});`))).toHaveLength(1);
  expect(brokenProofs([one, one], shown)).toEqual(["2.1: twice"]);
  expect(brokenProofs([], shown)).toEqual(["e2e/a.test.ts: there is no demand 2.1"]);
  expect(brokenProofs([one], planted(`${tag} 2.1\nconst a = "no test";`))).toEqual([
    "e2e/a.test.ts: no test follows 2.1",
  ]);
  expect(brokenProofs([one], planted(`${tag} 2.1\ntest.each(rows)("with %s", () => {});`))).toHaveLength(1);
  expect(brokenProofs(demands, proofs)).toEqual([]);
});

test("the page about the specification says what the list and the tests say", () => {
  expect(readFileSync(join(repositoryRoot, "docs/spec-coverage.md"), "utf8")).toBe(coveragePage(demands, proofs));
});
