import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const outside = ["**/node_modules/**", "**/dist/**"];

// Tests that run as the server does, and those of what runs in a page.
export default defineConfig({
  test: {
    // One more than the smallest machine has processors: tests wait for databases and tools a good part of their time.
    maxWorkers: 3,
    // Loading the house anew for every file took more than most files do. A test leaves nothing behind for the next one.
    isolate: false,
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
          include: ["packages/{ui,player}/**/*.test.tsx", "apps/{console,login,embed}/**/*.test.tsx"],
          exclude: outside,
          testTimeout: 15_000,
        },
      },
      {
        // A page takes a second to make: rules go without, and the few that need one say so in their first line.
        test: {
          name: "web rules",
          environment: "node",
          include: ["packages/{ui,player}/**/*.test.ts", "apps/{console,login,embed}/**/*.test.ts"],
          exclude: outside,
          testTimeout: 15_000,
        },
      },
    ],
  },
});
