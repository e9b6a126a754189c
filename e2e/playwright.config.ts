import { defineConfig } from "@playwright/test";
import { browserPath } from "../tools/setup/browser.mjs";

const executablePath = browserPath();

// A flaky test is a broken test: nothing is retried. Two workers for two cores, the smallest machine we promise: a page and what
// serves it take more than one, and players and encoders have to keep up with the clock.
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.test.ts",
  outputDir: "../test-results",
  workers: 2,
  retries: 0,
  // A busy machine is no failure: a page that loads anew, a rendition or a second of film decoded without a graphics card may take
  // long, and only a test that fails waits to the end.
  timeout: 300_000,
  expect: { timeout: 60_000 },
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
