import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { programFiles, releasedFiles } from "./program-files.mjs";

const root = resolve(import.meta.dirname, "../..");

test("an unpacked release has the files that git tracks, but for settings of editors and of checks", () => {
  const tracked = programFiles(root).filter((name) => existsSync(join(root, name)));
  const released = new Set(releasedFiles(root));
  expect(tracked.length).toBeGreaterThan(1_000);
  expect(tracked.filter((name) => !released.has(name) && !/(?:^|\/)\./.test(name))).toEqual([]);
});

test("data, settings and what is made are not among the files of a release", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kinora-release-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const own = ["package.json", "README.md", "apps/server/src/main.ts", "tools/start.mjs"];
  const others = [
    ...["data/secrets.json", ".env", "kinora.env", ".npmrc", "kinora.tar", "backup/postgres.json"],
    ...[
      "apps/server/node_modules/pg/index.js",
      "apps/console/dist/index.html",
      "apps/.cache/x.json",
      "apps/server/.env",
    ],
  ];
  for (const name of [...own, ...others]) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), "{}");
  }
  expect(programFiles(folder).toSorted()).toEqual(own.toSorted());
});
