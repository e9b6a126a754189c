// `npm test`: installs what the tests need, runs all of them, and closes with one line of counts.
// Plain JavaScript: it must run on whatever Node (20 or newer) the machine has.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { execute } from "./setup/execute.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { cacheFolder, localBinary, pinnedNode } from "./setup/paths.mjs";

const unitReport = join(cacheFolder, "vitest.json");
const browserReport = join(cacheFolder, "playwright.json");
// Tests start hundreds of processes: what one compiled, the next need not.
const compiled = { NODE_COMPILE_CACHE: join(cacheFolder, "compiled") };

const results = [];
if (await succeeds(ensureInstalled)) {
  await succeeds(installTools);
  results.push(await unitTests());
  // The browser tests look at the built apps: without those they would all fail for the same reason.
  if (await succeeds(buildApps)) results.push(await browserTests());
}
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** Does one step of the preparation; one that fails is told and counted as a failure. */
async function succeeds(step) {
  try {
    await step();
    return true;
  } catch (problem) {
    console.error(problem.exitCode ? problem.message : problem);
    results.push({ passed: 0, failed: 1 });
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

async function unitTests() {
  prepareReport(unitReport);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${unitReport}`];
  const code = await execute(pinnedNode, [localBinary("vitest"), "run", "--passWithNoTests", ...reporters], {
    env: compiled,
  });
  return counted(code, unitReport, ({ numPassedTests, numFailedTests, testResults }) => {
    const broken = testResults.filter(
      ({ status, assertionResults }) =>
        status === "failed" && !assertionResults.some((test) => test.status === "failed"),
    );
    return { passed: numPassedTests, failed: numFailedTests + broken.length };
  });
}

async function browserTests() {
  prepareReport(browserReport);
  const options = ["--config", "e2e/playwright.config.ts", "--pass-with-no-tests", "--reporter=list,json"];
  const env = { ...compiled, PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport };
  const code = await execute(pinnedNode, [localBinary("playwright"), "test", ...options], { env });
  return counted(code, browserReport, ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
  }));
}

/** A runner that says no without naming a test (it could not start, an error outside a test) must not look like a success. */
function counted(exitCode, report, count) {
  const { passed, failed } = read(report, count);
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

function read(report, count) {
  try {
    return count(JSON.parse(readFileSync(report, "utf8")));
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function prepareReport(file) {
  mkdirSync(cacheFolder, { recursive: true });
  rmSync(file, { force: true });
}
