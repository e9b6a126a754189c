import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { brokenMessages, checkedCommits } from "./checks/commits.ts";
import {
  barrels,
  brokenDecisions,
  brokenLinks,
  emptyNames,
  lineConventions,
  offencesIn,
  tooLong,
  unexplained,
} from "./checks/conventions.ts";
import { repositoryFiles, repositoryRoot, type SourceFile } from "./checks/repository.ts";
import { serverFoundations, serverRooms } from "./checks/rooms.ts";
import { tablesWithSeveralOwners } from "./checks/tables.ts";

const files = repositoryFiles();
const planted = (path: string, text: string): SourceFile => ({ path, text, lines: text.split("\n") });
const at = (pattern: RegExp): SourceFile[] => files.filter(({ path }) => pattern.test(path));

test("there is something to check", () => {
  expect(files.length).toBeGreaterThan(20);
});

test.each(lineConventions)("$claim", (convention) => {
  for (const example of convention.examples) expect(example.join("")).toMatch(convention.breaks);
  expect(files.filter(convention.applies).flatMap((file) => offencesIn(file, convention))).toEqual([]);
});

test("no source file has more than 300 lines", () => {
  expect(tooLong([planted("a.ts", "\n".repeat(300))], 300)).toHaveLength(1);
  expect(tooLong(files, 300)).toEqual([]);
});

test("every file is named after something", () => {
  const vague = [
    "packages/db/src/utils.ts",
    "apps/console/src/common/list.ts",
    "tools/sessionManager.ts",
    "tools/date-helpers.ts",
  ];
  expect(emptyNames(vague.map((path) => planted(path, "")))).toHaveLength(vague.length);
  expect(emptyNames(files)).toEqual([]);
});

test("no file is a barrel", () => {
  const barrel = planted("packages/db/src/index.ts", '// all\nexport * from "./a.ts";\nexport { b } from "./b.ts";\n');
  expect(barrels([barrel])).toEqual(["packages/db/src/index.ts:1"]);
  expect(barrels(files)).toEqual([]);
});

test("every function and class of a package and every service function has a docstring", () => {
  expect(unexplained([planted("packages/db/src/a.ts", "export function a() {}")])).toEqual([
    "packages/db/src/a.ts:1 a",
  ]);
  expect(unexplained(files)).toEqual([]);
});

test("every folder of the server is a room or carries the rooms", () => {
  const known: readonly string[] = [...serverRooms, ...serverFoundations];
  const folders = readdirSync(join(repositoryRoot, "apps/server/src"), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(folders.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
});

test("every table is written by one room", () => {
  const writes = 'db.insertInto("videos")';
  const two = [
    planted("apps/server/src/videos/queries.ts", writes),
    planted("apps/server/src/live/queries.ts", writes),
  ];
  expect(tablesWithSeveralOwners(two, {})).toHaveLength(1);
  const inFolders = ["apps/server/src/videos/lists/rows.ts", "apps/server/src/live/ingest/rtmp/session.ts"];
  const aliases = [
    "update videos v set",
    "update videos as v set",
    "delete from videos v using",
    "insert into videos (id)",
  ];
  for (const write of aliases) {
    const nested = inFolders.map((path) => planted(path, `sql\`${write}\``));
    expect(tablesWithSeveralOwners(nested, {}), write).toHaveLength(1);
  }
  expect(tablesWithSeveralOwners(files)).toEqual([]);
});

test("decisions are short, complete and numbered without holes", () => {
  expect(brokenDecisions([planted("docs/decisions/0002-late.md", "\n".repeat(41))])).toHaveLength(6);
  expect(brokenDecisions(at(/^docs\/decisions\/.*\.md$/))).toEqual([]);
});

test("every relative link of the documentation leads somewhere", () => {
  const exists = (path: string): boolean => existsSync(join(repositoryRoot, path));
  expect(brokenLinks([planted("docs/a.md", "[x](nowhere.md#y) [z](https://example.org)")], exists)).toEqual([
    "docs/a.md:1 nowhere.md",
  ]);
  expect(brokenLinks(at(/^(docs\/.*|[A-Z]+)\.md$/), exists)).toEqual([]);
});

const commits = checkedCommits();

test("a commit's message that breaks the convention is found", () => {
  const good = "videos: refuse to publish before the first rendition is ready\n\nPlayers showed an error.";
  const bad = [
    "videos: refuse to publish before the first rendition is ready",
    good.replace("videos: ", ""),
    good.replace("videos: r", "Videos: R"),
    good.replace("ready", "ready; live: close sockets"),
    good.replace("ready", "ready, and say so in a sentence"),
    `${good} ${"x".repeat(100)}`,
  ];
  expect(brokenMessages([{ hash: "1", message: good }])).toEqual([]);
  for (const message of bad) expect(brokenMessages([{ hash: "1", message }]), message).not.toEqual([]);
});

test.runIf(commits)("every commit says one change and its reason (where the history is at hand)", () => {
  expect(brokenMessages(commits ?? [])).toEqual([]);
});
