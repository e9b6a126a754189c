import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const outside = ["**/node_modules/**", "**/dist/**"];

// Tests that run as the server does, and those of what runs in a page.
export default defineConfig({
  test: {
    // As many as the smallest machine has processors: more would keep each other waiting.
    maxWorkers: 2,
    // Loading the house anew for every file took more than most files do. A test leaves nothing behind for the next one.
    isolate: false,
    projects: [
      {
        test: {
          name: "node",
          globalSetup: ["./tools/vitest-postgres.ts"],
          setupFiles: ["./tools/vitest-patience.ts"],
          environment: "node",
          include: [
            "packages/{domain,contract,db,storage,media}/**/*.test.ts",
            "apps/server/**/*.test.ts",
            "tools/**/*.test.ts",
            "bench/**/*.test.ts",
          ],
          exclude: outside,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: "web",
          setupFiles: ["./tools/vitest-patience.ts", "./tools/vitest-patience-web.ts"],
          environment: "jsdom",
          include: ["packages/{ui,player}/**/*.test.tsx", "apps/{console,login,embed}/**/*.test.tsx"],
          exclude: outside,
          testTimeout: 60_000,
        },
      },
      {
        // A page takes a second to make: rules go without, and the few that need one say so in their first line.
        test: {
          name: "web rules",
          setupFiles: ["./tools/vitest-patience.ts"],
          environment: "node",
          include: ["packages/{ui,player}/**/*.test.ts", "apps/{console,login,embed}/**/*.test.ts"],
          exclude: outside,
          testTimeout: 60_000,
        },
      },
    ],
  },
});
