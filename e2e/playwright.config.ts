import { defineConfig } from "@playwright/test";
import { browserPath } from "../tools/setup/browser.mjs";
import { leftOut, leftOutTests } from "../tools/setup/tiers.mjs";
import { patient, PATIENCE_MS } from "./patience.ts";

const executablePath = browserPath();

const PROMISES = "**/promises.test.ts";

// A flaky test is a broken test: nothing is retried within a run (docs/decisions/0044). Two workers for two cores, the smallest machine we promise: a page and what
// serves it take more than one, and players and encoders have to keep up with the clock.
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.test.ts",
  globalSetup: "./global-setup.ts",
  workers: 2,
  projects: [
    {
      name: "journeys",
      testIgnore: [PROMISES, ...leftOut()],
      grepInvert: leftOutTests(),
      outputDir: "../test-results/journeys",
    },
    // Times mean something only when nothing else runs.
    {
      name: "promises",
      testMatch: PROMISES,
      outputDir: "../test-results/promises",
      workers: 1,
      dependencies: ["journeys"],
    },
  ],
  retries: 0,
  // A test as a whole may take long on a busy machine; what a person would wait for may not.
  timeout: patient(300_000),
  expect: { timeout: PATIENCE_MS },
  forbidOnly: Boolean(process.env["CI"]),
  reporter: [["list"]],
  use: {
    // A trace of every test doubles the time of all: `npm run e2e -- --trace on FILE` records one when it is wanted.
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // Pages are drawn without a graphics card either way; imitating one costs a tenth of the time of all.
        "--disable-gpu",
        "--disable-software-rasterizer",
        // Chromium's own sandbox cannot start as root, which is how containers run the tests.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      ],
    },
  },
});
