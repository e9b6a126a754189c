import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NEWER_EXISTS } from "../apps/server/src/cli/update/update.ts";
import { internalSetting } from "../apps/server/src/platform/settings/public-urls.ts";
import { exitCodes } from "../apps/server/src/supervisor/start-refusal.ts";
import { allCommands } from "../packages/demo/src/commands.ts";
import { isTest, repositoryFiles, repositoryRoot, type SourceFile } from "./checks/repository.ts";

/** A line that people are to type, and the page that says so. */
interface Documented {
  page: string;
  args: string[];
}

// Decisions say what was true when they were made.
const pages = repositoryFiles().filter(
  ({ path }) => /^(?:docs|deploy)\/|^(?:README|CONTRIBUTING)\.md$/.test(path) && !path.startsWith("docs/decisions/"),
);

/** What follows the program in a text, up to the end of its code. */
function calls({ path, text }: SourceFile, program: RegExp): Documented[] {
  const found = text.matchAll(new RegExp(`${program.source}((?: [^\\s\`#|;&]+| "[^"\\n]*")+)`, "g"));
  return [...found].map(([, args = ""]) => ({ page: path, args: args.match(/"[^"]*"|\S+/g) ?? [] }));
}

/** `COMMAND` is any of them. */
const kinoraCalls = (files: readonly SourceFile[]): Documented[] =>
  files
    .flatMap((file) => calls(file, /(?:npm run kinora --|tools\/kinora\.sh|(?:cli|src)\/main\.ts)/))
    .filter(({ args }) => args[0] !== "COMMAND");

/** What is wrong with a documented call; null where it names a command, and options of it only. */
async function fault({ page, args }: Documented): Promise<string | null> {
  const said = `${page}: ${args.join(" ")}`;
  const name = [args.slice(0, 2).join(" "), args[0] ?? ""].find((each) => each in allCommands);
  const entry = name === undefined ? undefined : allCommands[name];
  if (!entry) return said;
  const { usage } = await entry.load();
  const known = new Set(usage.match(/--[a-z-]+/g));
  const unknown = args.filter((arg) => arg.startsWith("--") && !known.has(arg));
  return unknown.length === 0 ? null : `${said} (unknown: ${unknown.join(", ")})`;
}

const faults = async (documented: readonly Documented[]) =>
  (await Promise.all(documented.map(fault))).filter((each) => each !== null);

const planted = (text: string): SourceFile => ({ path: "a.md", text, lines: text.split("\n") });

test("every command of the operator that a page names exists, with its options", async () => {
  const text = "`npm run kinora -- fly away` and `npm run kinora -- user create --email a@b.c --wings`.";
  expect(await faults(kinoraCalls([planted(text)]))).toEqual([
    "a.md: fly away",
    "a.md: user create --email a@b.c --wings (unknown: --wings)",
  ]);
  const documented = kinoraCalls(pages);
  expect(documented.length).toBeGreaterThan(40);
  expect(await faults(documented)).toEqual([]);
});

test("every script of npm that a page names exists", () => {
  const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as { scripts: object };
  const named = pages.flatMap((page) => calls(page, /\bnpm run/));
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ args: [name = ""] }) => !(name in scripts))).toEqual([]);
});

/** Names of settings, but not those that a shell reads. */
const settingsIn = (files: readonly SourceFile[]) =>
  new Set(files.flatMap(({ text }) => text.match(/(?<!\$)\bKINORA_[A-Z_]*[A-Z]\b/g) ?? []));

test("every setting that a page names is read by a program", () => {
  const programs = repositoryFiles().filter((file) => /\.(?:ts|mjs|sh)$/.test(file.path) && !isTest(file));
  // Programs put together the names of these.
  const together = (["login", "api", "edge"] as const).map(internalSetting);
  const read = new Set([...settingsIn(programs), ...together]);
  const named = settingsIn(pages);
  expect(named.size).toBeGreaterThan(50);
  expect([...named].filter((name) => !read.has(name))).toEqual([]);
});

test("every setting that the server reads is in the page on configuration", () => {
  const sources = repositoryFiles().filter((file) => file.path.startsWith("apps/server/src/") && !isTest(file));
  const listed = settingsIn(pages.filter(({ path }) => path === "docs/operations/configuration.md"));
  expect([...settingsIn(sources)].filter((name) => !listed.has(name))).toEqual([]);
});

test("the page on exit codes has each once, and that of a newer release", () => {
  const { text = "" } = pages.find(({ path }) => path === "docs/operations/exit-codes.md") ?? {};
  const listed = [...text.matchAll(/^\| (\d+) /gm)].map(([, code]) => Number(code));
  const programs = repositoryFiles().filter(({ path }) => /^tools\/(?:setup\/)?\w+\.mjs$/.test(path));
  const ofSetup = programs.flatMap(({ text: program }) => [...program.matchAll(/new SetupFailure\((\d+)/g)]);
  const ended = [...Object.values<number>(exitCodes), ...ofSetup.map(([, code]) => Number(code))];
  expect(listed).toEqual([...new Set(ended)].toSorted((one, other) => one - other));
  expect(text).toContain(`\`update --check\` answers ${NEWER_EXISTS} `);
});
