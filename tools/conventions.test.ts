import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { looseConditions } from "./checks/conditions.ts";
import { consoleFoundations, consoleRooms } from "./checks/console-rooms.ts";
import {
  brokenDecisions,
  brokenLinks,
  emptyNames,
  lineConventions,
  missingFiles,
  offencesIn,
  tooLong,
  unexplained,
  unshownPictures,
} from "./checks/conventions.ts";
import { repositoryFiles, repositoryPaths, repositoryRoot, type SourceFile } from "./checks/repository.ts";
import { serverFoundations, serverRooms } from "./checks/rooms.ts";
import { undefinedClasses, unusedClasses } from "./checks/style-classes.ts";
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

test("no source file has more than 450 lines, and those of more than 300 are named", () => {
  expect(tooLong([planted("a.ts", "\n".repeat(450))], 450)).toHaveLength(1);
  expect(tooLong(files, 450)).toEqual([]);
  for (const long of tooLong(files, 300)) process.stdout.write(`${long}: near 150 are easier to read\n`);
});

test("a page that is a list has at most 120 lines of its own", () => {
  const tooLongLists = (pages: SourceFile[]) =>
    tooLong(
      pages.filter(({ text }) => text.includes("<ListPage")),
      120,
    );
  expect(
    tooLongLists([planted("a.tsx", `<ListPage${"\n".repeat(120)}`), planted("b.tsx", "\n".repeat(120))]),
  ).toHaveLength(1);
  const pages = at(/^apps\/console\/src\/.+Page\.tsx$/);
  expect(pages.length).toBeGreaterThan(40);
  expect(tooLongLists(pages)).toEqual([]);
});

test("a condition in SQL with an or has brackets around it", () => {
  const write = (condition: string) => planted("a.ts", `.where(sql<boolean>\`${condition}\`)`);
  expect(looseConditions(["a or b", "a and b OR (c)", "(a) or b"].map(write))).toHaveLength(3);
  expect(looseConditions(["(a or b)", "(a or (b)) and c", "select a or b", "a = 'order'"].map(write))).toEqual([]);
  expect(looseConditions(at(/^(?:apps|packages|bench)\//))).toEqual([]);
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

test("every class that a component uses is in its style sheet", () => {
  const sheet = planted("apps/a/Row.module.css", ".row > .name:hover {\n  color: red;\n}\n");
  const row = planted(
    "apps/a/row/Row.tsx",
    'import styles from "../Row.module.css";\nstyles["row"] + styles["name"] + styles["pager"]',
  );
  expect(undefinedClasses([sheet, row])).toEqual(["apps/a/row/Row.tsx: pager"]);
  expect(undefinedClasses(files)).toEqual([]);
});

test("every class of a style sheet is used", () => {
  const sheet = planted("apps/a/Row.module.css", ".row { a: b }\n.row :global(.icon), .pager { /* .old */ a: b }");
  const row = planted("apps/a/row/Row.tsx", 'import styles from "../Row.module.css";\nstyles["row"]');
  expect(unusedClasses([sheet, row])).toEqual(["apps/a/Row.module.css: pager"]);
  expect(unusedClasses(files)).toEqual([]);
});

test("what services and packages offer to others has a docstring", () => {
  const code =
    "export function a(one: string): void {\n}\n\nexport async function b(\n  { db }: Services,\n): Promise<void> {\n}\n";
  const uses = planted("e2e/a.ts", 'import { a } from "@kinora/media/a.ts";');
  const found = (path: string) => unexplained([planted(path, code), uses]).map((one) => one.replace(`${path}:`, ""));
  expect(found("packages/media/src/a.ts")).toEqual(["1 a", "4 b"]);
  expect(found("packages/media/src/inside.ts")).toEqual([]);
  expect(found("apps/server/src/videos/service.ts")).toEqual(["1 a", "4 b"]);
  expect(found("apps/server/src/videos/lists/rows.ts")).toEqual(["4 b"]);
  expect(unexplained([planted("apps/server/src/a/service.ts", `/** Does it. */\n${code}`)])).toHaveLength(1);
  expect(unexplained(files)).toEqual([]);
});

test.each<[app: string, known: readonly string[]]>([
  ["server", [...serverRooms, ...serverFoundations]],
  ["console", [...consoleRooms, ...consoleFoundations]],
])("every folder of the %s is a room or carries the rooms", (app, known) => {
  const folders = readdirSync(join(repositoryRoot, `apps/${app}/src`), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(folders.map(({ name }) => name).sort()).toEqual([...known].sort());
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

test("every file and folder that a page names by its path is there", () => {
  const page = planted(
    "docs/a.md",
    [
      "`apps/console/src/nowhere.ts` `apps/console/src/nothing/` `packages/none` `live/nowhere.ts` `nowhere.ts`",
      "`apps/console/src/live/` `live/texts.ts` `texts.ts` `package.json` `apps/<room>/routes.ts` `./here.ts` `a/b`",
    ].join("\n"),
  );
  expect(missingFiles([page], ["apps/console/src/live/texts.ts"])).toEqual([
    "docs/a.md:1 apps/console/src/nowhere.ts",
    "docs/a.md:1 apps/console/src/nothing/",
    "docs/a.md:1 packages/none",
    "docs/a.md:1 live/nowhere.ts",
    "docs/a.md:1 nowhere.ts",
  ]);
  // Decisions are of their day, and name what was there then.
  const pages = at(/^(docs\/.*|[A-Z]+)\.md$/).filter(({ path }) => !/^docs\/decisions|CHANGELOG/.test(path));
  expect(missingFiles(pages, repositoryPaths())).toEqual([]);
});

test("every picture of the documentation is shown by a page", () => {
  const page = planted("README.md", "![The library](docs/screens/videos-light.webp)");
  const planned = ["docs/screens/videos-light.webp", "docs/screens/videos-dark.webp"];
  expect(unshownPictures([page], planned)).toEqual(["docs/screens/videos-dark.webp"]);
  const pictures = readdirSync(join(repositoryRoot, "docs/screens")).map((name) => `docs/screens/${name}`);
  expect(unshownPictures(at(/^(docs\/.*|[A-Z]+)\.md$/), pictures)).toEqual([]);
});
