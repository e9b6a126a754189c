// `npm test`: installs what the tests need, runs all of them, and closes with one line of counts.
// Plain JavaScript: it must run on whatever Node (20 or newer) the machine has.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { execute } from "./setup/execute.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { cacheFolder, localBinary, pinnedNode } from "./setup/paths.mjs";

await ensureInstalled();
const { ensureMediaTools } = await import("./setup/media-tools.mjs");
const { ensureBrowser } = await import("./setup/browser.mjs");
const { ensureAppsBuilt } = await import("./setup/build.mjs");
await ensureMediaTools();
await ensureBrowser();
await ensureAppsBuilt();

mkdirSync(cacheFolder, { recursive: true });
const unitReport = freshReport("vitest.json");
const browserReport = freshReport("playwright.json");
const exitCodes = [
  await execute(pinnedNode, [
    localBinary("vitest"),
    "run",
    "--passWithNoTests",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${unitReport}`,
  ]),
  await execute(
    pinnedNode,
    [
      localBinary("playwright"),
      "test",
      "--config",
      "e2e/playwright.config.ts",
      "--pass-with-no-tests",
      "--reporter=list,json",
    ],
    {
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport },
    },
  ),
];

const counts = [unitCounts(unitReport), browserCounts(browserReport)];
const passed = counts.reduce((sum, part) => sum + part.passed, 0);
let failed = counts.reduce((sum, part) => sum + part.failed, 0);
// A runner that says no without naming a test (it could not start, an error outside a test) must not look like a success.
if (failed === 0) failed = exitCodes.filter((code) => code !== 0).length;
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function freshReport(name) {
  const file = join(cacheFolder, name);
  rmSync(file, { force: true });
  return file;
}

function unitCounts(file) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1 };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length };
}

function browserCounts(file) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length };
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
