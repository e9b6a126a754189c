import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Figure } from "./figure.ts";
import { withFigures } from "./table.ts";

const page = `# Benchmarks

<!-- figures: written by npm run bench -- --write -->

| benchmark | figure | ours | beside | ratio | goal | | date | machine |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| \`upload\` | one request | 433 MB/CPU-s | @tus/server 383 | 1.13 | ratio ≥ 1 | kept | 2026-11-21 | 2 cores |
| \`cache\` | 20 viewers \\| all | 5 % |  |  | ≤ 5 % | kept | 2026-11-21 | 2 cores |
| \`gone\` | of a benchmark that is no more | 1 s |  |  |  |  | 2026-11-21 | 2 cores |

<!-- end of figures -->

Why they are so.
`;

const figure: Figure = {
  ...{ what: "one request", ours: 300, unit: "MB/CPU-s", beside: { what: "@tus/server", value: 400 } },
  ...{ better: "higher", goal: "ratio ≥ 1", rounds: 5 },
};
const run = { name: "upload", date: "2026-11-28", machine: "2 cores, 24 GB, quiet" };

test("what was measured now takes its rows' place, other benchmarks keep theirs", () => {
  const figures = [figure, { ...figure, what: "8 MiB requests", goal: "none" }, { ...figure, detail: true }];
  const written = withFigures(page, ["cache", "upload"], [{ ...run, figures }]);
  expect(written.split("\n").filter((line) => line.startsWith("| `"))).toEqual([
    "| `cache` | 20 viewers \\| all | 5 % |  |  | ≤ 5 % | kept | 2026-11-21 | 2 cores |",
    "| `upload` | one request | 300 MB/CPU-s | @tus/server 400 | 0.75 | ratio ≥ 1 | missed | 2026-11-28 | 2 cores, 24 GB, quiet |",
    "| `upload` | 8 MiB requests | 300 MB/CPU-s | @tus/server 400 | 0.75 |  |  | 2026-11-28 | 2 cores, 24 GB, quiet |",
  ]);
  expect(written.endsWith("<!-- end of figures -->\n\nWhy they are so.\n")).toBe(true);
  expect(withFigures(written, ["cache", "upload"], [{ ...run, figures }])).toBe(written);
});

test("a page without a place for the table is refused", () => {
  expect(() => withFigures("# Benchmarks", [], [])).toThrow("has no lines");
});

test("the page of benchmarks has a place for the table", async () => {
  const benchmarks = await readFile(join(import.meta.dirname, "../docs/operations/benchmarks.md"), "utf8");
  expect(() => withFigures(benchmarks, [], [])).not.toThrow();
});
