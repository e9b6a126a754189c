import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryFiles, repositoryRoot } from "./repository.ts";
import { brokenProofs, coveragePage } from "./spec-coverage.ts";
import { specDemands } from "./spec-demands.ts";

test("every demand of the specification names tests that exist, or the room that will meet it", () => {
  const planted = [{ section: "2", label: "a", proofs: [{ file: "e2e/a.test.ts", test: "nobody" }] }];
  expect(brokenProofs(planted, [])).toHaveLength(1);
  const template = [{ section: "2", label: "a", proofs: [{ file: "e2e/a.test.ts", test: "with %s" }] }];
  expect(
    brokenProofs(template, [{ path: "e2e/a.test.ts", text: 'test.each(rows)("with %s")', lines: [] }]),
  ).toHaveLength(1);
  expect(brokenProofs([{ section: "2", label: "a", proofs: [] }], [])).toHaveLength(1);
  expect(brokenProofs(specDemands, repositoryFiles())).toEqual([]);
});

test("the page about the specification says what the data says", () => {
  expect(readFileSync(join(repositoryRoot, "docs/spec-coverage.md"), "utf8")).toBe(coveragePage(specDemands));
});
