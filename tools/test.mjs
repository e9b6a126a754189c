// `npm test` installs what the tests of the first tier need and runs them; `npm run test:all` runs those of the second as well.
// Both close with one line of counts.
// Plain JavaScript: it must run on whatever Node (20 or newer) the machine has.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { compileCache } from "./setup/compile-cache.mjs";
import { execute } from "./setup/execute.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { cacheFolder, localBinary, pinnedNode } from "./setup/paths.mjs";
import { patience } from "./setup/patience.mjs";
import { scratchFolder } from "./setup/scratch.mjs";
import { spentInWords } from "./setup/spent.mjs";
import { filesToRepeat, playwrightFiles, totalled, vitestFiles } from "./setup/test-reports.mjs";
import { FIRST_TIER } from "./setup/tiers.mjs";

const started = performance.now();
const isWhole = process.argv[2] === "all";
const scratch = scratchFolder();
const environment = { ...compileCache(), ...scratch.env, ...(isWhole ? {} : FIRST_TIER) };
console.log(`Every wait is ${patience()} times that of a quiet machine.`);

// Projects of vitest.config.ts. Rules, encoders and pages without a browser wait for nothing outside their process, so that they
// run in the time in which browser tests wait for players (docs/decisions/0115).
const BESIDE_JOURNEYS = ["rules and media", "web rules", "web"];
// All others, so that none is left out.
const SERVER = BESIDE_JOURNEYS.map((name) => `!${name}`);
// One more than the smallest machine has processors: tests of the server wait for connections, encoders and clocks for more than a
// third of their time, and what runs beside browser tests takes what these leave.
const WORKERS = 3;

// After this many minutes on a quiet machine something waits for ever.
const LIMITS = isWhole ? { units: 60, beside: 150, browser: 150 } : { units: 30, beside: 55, browser: 55 };

const results = [];
if (await succeeds(ensureInstalled)) {
  await succeeds(installTools);
  // Browser tests and some of the server's load the built apps: without those they would all fail for the same reason.
  const isBuilt = await succeeds(buildApps);
  console.log(`Prepared. ${spentInWords(started)}`);
  results.push(await twice(unitTests("server", SERVER)));
  console.log(`The server is tested. ${spentInWords(started)}`);
  const others = unitTests("beside-journeys", BESIDE_JOURNEYS, { isBeside: isBuilt });
  const journeys = browserTests("journeys");
  const [unit, travelled] = await Promise.all([others([], false), isBuilt ? journeys([], false) : []]);
  results.push(await repeated(others, unit), await repeated(journeys, travelled));
  // Promised times are measured when everything else is done, also when something failed.
  if (isBuilt && isWhole) results.push(await twice(browserTests("promises")));
}
scratch.remove();
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failures = results.flatMap((result) => result.failures);
// The names once more: the output of some thousand tests is long, and build servers show its end.
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join("\n")}`);
console.log(`\n${spentInWords(started)}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** Does one step of the preparation; one that fails is printed and counted as a failure. */
async function succeeds(step) {
  try {
    await step();
    return true;
  } catch (problem) {
    console.error(problem.exitCode ? problem.message : problem);
    results.push({ passed: 0, failures: [step.name] });
    return false;
  }
}

async function installTools() {
  const { ensureMediaTools } = await import("./setup/media-tools.mjs");
  const { ensureBrowser } = await import("./setup/browser.mjs");
  await ensureMediaTools();
  await ensureBrowser();
}

async function buildApps() {
  const { ensureAppsBuilt } = await import("./setup/build.mjs");
  await ensureAppsBuilt();
}

function unitTests(name, projects, { isBeside = false } = {}) {
  const report = join(cacheFolder, `vitest-${name}.json`);
  const chosen = projects.flatMap((project) => ["--project", project]);
  return (files, alone) => {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const atOnce = `--maxWorkers=${alone ? 1 : WORKERS}`;
    const args = [localBinary("vitest"), "run", "--passWithNoTests", ...chosen, atOnce, ...reporters, ...files];
    const options = {
      env: environment,
      minutes: isBeside ? LIMITS.beside : LIMITS.units,
      isBeside: isBeside && !alone,
    };
    return reported(report, vitestFiles, () => execute(pinnedNode, args, options));
  };
}

function browserTests(project) {
  const report = join(cacheFolder, `playwright-${project}.json`);
  const env = { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  return (files, alone) => {
    const chosen = ["--project", project, "--no-deps", "--pass-with-no-tests", ...(alone ? ["--workers=1"] : [])];
    const options = ["--config", "e2e/playwright.config.ts", ...chosen, "--reporter=list,json", ...files];
    const args = [localBinary("playwright"), "test", ...options];
    return reported(report, playwrightFiles, () => execute(pinnedNode, args, { env, minutes: LIMITS.browser }));
  };
}

async function twice(run) {
  return repeated(run, await run([], false));
}

// Machines that run tests are shared: what fails for want of a processor passes alone, a fault fails again.
async function repeated(run, first) {
  const again = filesToRepeat(first);
  if (again.length === 0) return totalled(first, []);
  console.log(`\nFailed beside others, run once more alone: ${again.join(", ")}`);
  const second = await run(again, true);
  for (const { file, failures } of second)
    if (failures.length === 0) console.log(`Unstable: ${file} failed, and passed alone.`);
  return totalled(first, second);
}

/** A runner that says no without naming a test (it could not start, an error outside a test) must not look like a success. */
async function reported(report, filesOf, start) {
  prepareReport(report);
  const code = await start();
  const files = read(report, filesOf);
  const isSilent = code !== 0 && files.every(({ failures }) => failures.length === 0);
  return isSilent
    ? [...files, { file: null, passed: 0, failures: ["the runner failed without naming a test"] }]
    : files;
}

function read(report, filesOf) {
  try {
    return filesOf(JSON.parse(readFileSync(report, "utf8")));
  } catch {
    return [{ file: null, passed: 0, failures: ["the runner left no report"] }];
  }
}

function prepareReport(file) {
  mkdirSync(cacheFolder, { recursive: true });
  rmSync(file, { force: true });
}
