import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const folder = import.meta.dirname;

test.each([
  ["inter-letters.woff2", 14_000],
  ["geist-mono-letters.woff2", 9000],
])("%s has at most %i bytes, so that every page can load it first", (file, atMost) => {
  expect(readFileSync(resolve(folder, "letters.css"), "utf8")).toContain(`url("./${file}")`);
  expect(statSync(resolve(folder, file)).size).toBeLessThanOrEqual(atMost);
});
