import { surveyImports } from "./checks/cruise.ts";
import { repositoryFiles, repositoryRoot } from "./checks/repository.ts";
import { endTools, type Outcome, runTool } from "./checks/tool.ts";

/** One static check of `npm run check`. */
interface Check {
  name: string;
  run: () => Promise<Outcome>;
}

async function types(project: string): Promise<Outcome> {
  // The compiler that dependency-cruiser reads with takes four times as long for the same answer.
  const { code, output } = await runTool("../typescript-native/bin/tsc", [
    "-p",
    project,
    "--pretty",
    "false",
    "--listFiles",
  ]);
  const lines = output.split("\n");
  const isListed = (line: string): boolean => /^\/.*\.(ts|tsx|mts|cts|json)$/.test(line);
  const files = lines.filter((line) => isListed(line) && !line.includes("/node_modules/")).length;
  const problems = lines.filter((line) => !isListed(line)).join("\n");
  return { ok: code === 0 && files > 0, looked: `${files} files`, problems };
}

async function lint(): Promise<Outcome> {
  const { code, output } = await runTool("oxlint", ["--deny-warnings", "."]);
  const [, files = "0", rules = "0"] = /on (\d+) files? with (\d+) rules/.exec(output) ?? [];
  return { ok: code === 0 && files !== "0", looked: `${files} files, ${rules} rules`, problems: output };
}

async function format(): Promise<Outcome> {
  const { code, output } = await runTool("oxfmt", ["--check", "."]);
  const [, files = "0"] = /on (\d+) files?/.exec(output) ?? [];
  return {
    ok: code === 0 && files !== "0",
    looked: `${files} files`,
    problems: `${output}\n\`npm run fix\` formats them.`,
  };
}

async function borders(): Promise<Outcome> {
  const { crossings, modules } = await surveyImports(repositoryRoot);
  const sources = repositoryFiles().filter(({ path }) => /^(apps|packages)\/[^/]+\/src\/.*(?<!\.d)\.tsx?$/.test(path));
  // Under a compiler it does not know, dependency-cruiser reads nothing and is content.
  const unread = sources.filter(({ path }) => !modules.includes(path));
  return {
    ok: crossings.length === 0 && unread.length === 0 && modules.length > 0,
    looked: `${modules.length} modules`,
    problems: [
      ...crossings.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`),
      ...unread.map(({ path }) => `not read: ${path}`),
    ].join("\n"),
  };
}

async function deadCode(): Promise<Outcome> {
  const { code, output } = await runTool("knip", ["--no-progress"]);
  return { ok: code === 0, looked: "exports, files, dependencies", problems: output };
}

async function conventions(): Promise<Outcome> {
  const { code, output } = await runTool("vitest", [
    "run",
    "--project",
    "node",
    "--reporter",
    "agent",
    "tools/conventions.test.ts",
    "tools/checks",
  ]);
  const [, passed = "0"] = /Tests\s+(?:\d+ failed \| )?(\d+) passed/.exec(output) ?? [];
  return { ok: code === 0 && passed !== "0", looked: `${passed} tests`, problems: output };
}

const checks: readonly Check[] = [
  { name: "types (node)", run: () => types("tsconfig.json") },
  { name: "types (web)", run: () => types("tsconfig.web.json") },
  { name: "types (e2e)", run: () => types("e2e/tsconfig.json") },
  { name: "lint", run: lint },
  { name: "format", run: format },
  { name: "borders", run: borders },
  { name: "dead code", run: deadCode },
  { name: "conventions", run: conventions },
];

const wanted = process.argv.slice(2);
const chosen = wanted.length === 0 ? checks : checks.filter(({ name }) => wanted.some((word) => name.includes(word)));
if (chosen.length === 0) {
  console.error(`There is no such check. There are: ${checks.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    endTools();
    process.exit(1);
  });

const began = performance.now();
const waiting = [...chosen];
const failed: string[] = [];
// Two at a time: more would only take turns on a small machine.
await Promise.all(
  [1, 2].map(async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      console.log(`… ${check.name}`);
      const { ok, looked, problems } = await check.run();
      console.log(`${ok ? "✓" : "✗"} ${check.name} (${looked})`);
      if (ok) continue;
      failed.push(check.name);
      console.log(problems.trim().replaceAll(/^/gm, "    "));
    }
  }),
);
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(
  failed.length === 0
    ? `check: ${chosen.length} of ${chosen.length} passed in ${seconds} s`
    : `check: ${failed.length} of ${chosen.length} failed in ${seconds} s: ${failed.join(", ")}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
