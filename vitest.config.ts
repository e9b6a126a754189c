import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { patient } from "./tools/setup/patience.mjs";
import { leftOut, SLOW_TAG, tagsFilter } from "./tools/setup/tiers.mjs";

const outside = ["**/node_modules/**", "**/dist/**", ...leftOut()];

const sharing = [
  "apps/server/src/{accounts,ads,analytics,api-keys,as-code,audit,billing,exports,live,login}/**/*.test.ts",
  "apps/server/src/{operations,platform,playback,players,playlists,processes,projects}/**/*.test.ts",
  "apps/server/src/{restrictions,session,transcoding,uploads,users,videos,webhooks}/**/*.test.ts",
];

/** What tests of the server's code have in common. */
const server = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  globalSetup: ["./tools/vitest-postgres.ts"],
  setupFiles: ["./tools/vitest-patience.ts"],
  environment: "node",
  testTimeout: patient(120_000),
  hookTimeout: patient(120_000),
};

// Every wait is longer on a slow or busy machine, by a factor that this measures once for all processes of the run.
// Tests that run as the server does, and those of what runs in a page.
export default defineConfig({
  test: {
    // As many as the smallest machine has processors. `npm test` has one more where tests wait (docs/decisions/0115).
    maxWorkers: 2,
    // What a file of tests changes in its modules stays in its process: see docs/decisions/0039 and 0065.
    isolate: true,
    tags: [{ name: SLOW_TAG, description: "A test of the second tier." }],
    tagsFilter: tagsFilter(),
    projects: [
      {
        // Rules without state, and tools that are processes of their own: a process for each file would take longer than the tests.
        test: {
          name: "rules and media",
          isolate: false,
          setupFiles: ["./tools/vitest-patience.ts"],
          environment: "node",
          include: ["packages/{domain,contract,client,media}/**/*.test.ts"],
          exclude: outside,
          testTimeout: patient(120_000),
          hookTimeout: patient(120_000),
        },
      },
      {
        // All rooms of the server: loading it takes longer than most of their files (docs/decisions/0065).
        test: { ...server, name: "rooms", isolate: false, include: sharing, exclude: outside },
      },
      {
        test: {
          ...server,
          name: "node",
          include: [
            "packages/{db,demo,storage}/**/*.test.ts",
            "apps/server/**/*.test.ts",
            "tools/**/*.test.ts",
            "bench/**/*.test.ts",
          ],
          exclude: [...outside, ...sharing],
        },
      },
      {
        plugins: [react()],
        test: {
          name: "web",
          // A context for each file in one process: a process for each file takes twice the time.
          pool: "vmThreads",
          setupFiles: ["./tools/vitest-streams.ts", "./tools/vitest-patience.ts", "./tools/vitest-page.ts"],
          environment: "jsdom",
          include: ["packages/{ui,player}/**/*.test.tsx", "apps/{console,login,embed}/**/*.test.tsx"],
          exclude: outside,
          testTimeout: patient(60_000),
        },
      },
      {
        // A page takes a second to make: rules go without, and the few that need one say so in their first line.
        test: {
          name: "web rules",
          pool: "vmThreads",
          setupFiles: ["./tools/vitest-streams.ts", "./tools/vitest-patience.ts"],
          environment: "node",
          include: ["packages/{ui,player}/**/*.test.ts", "apps/{console,login,embed}/**/*.test.ts"],
          exclude: outside,
          testTimeout: patient(60_000),
        },
      },
    ],
  },
});
