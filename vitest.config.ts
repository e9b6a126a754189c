import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const outside = ["**/node_modules/**", "**/dist/**"];

// Two kinds of tests: those that run as the server does, and those that need a page.
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "node",
          globalSetup: ["./tools/vitest-postgres.ts"],
          environment: "node",
          include: [
            "packages/{domain,contract,db,storage,media}/**/*.test.ts",
            "apps/server/**/*.test.ts",
            "tools/**/*.test.ts",
            "bench/**/*.test.ts",
          ],
          exclude: outside,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: "web",
          environment: "jsdom",
          include: ["packages/{ui,player}/**/*.test.{ts,tsx}", "apps/{console,login,embed}/**/*.test.{ts,tsx}"],
          exclude: outside,
          testTimeout: 15_000,
        },
      },
    ],
  },
});
