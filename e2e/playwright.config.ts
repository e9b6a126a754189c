import { defineConfig } from "@playwright/test";
import { chromiumPath } from "./chromium.ts";

const executablePath = chromiumPath();

// A flaky test is a broken test: nothing is retried. Two workers, because two cores is the smallest machine we promise.
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.test.ts",
  outputDir: "../test-results",
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env["CI"]),
  reporter: [["list"]],
  use: {
    trace: "retain-on-failure",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Chromium's own sandbox cannot start as root, which is how containers run the tests.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
});
