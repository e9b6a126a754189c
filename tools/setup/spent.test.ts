import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { processorSeconds, spentInWords } from "./spent.mjs";

test("the processor time of a run is its own and that of what it started", () => {
  const folder = mkdtempSync(join(tmpdir(), "kinora-spent-"));
  const stat = join(folder, "stat");
  writeFileSync(stat, "7 (node) test (x) S 1 7 7 0 -1 4194560 1 2 3 4 150 50 1000 300 20 0 11 0 42");
  expect(processorSeconds(stat)).toBe(15);
  expect(processorSeconds(join(folder, "none"))).toBeNull();
  rmSync(folder, { recursive: true });
});

test("a run says what it took, and keeps to the clock where the system counts nothing else", () => {
  expect(spentInWords(performance.now() - 61_000, 75.4)).toMatch(/^Took 6\d s, with 75 s of processor time\.$/);
  expect(spentInWords(performance.now(), null)).toBe("Took 0 s.");
});
