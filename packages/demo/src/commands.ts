import { commands, type CommandEntry } from "@kinora/server/cli/commands.ts";

/** What `npm run kinora` runs: the operator's commands and those of the demo, which the server itself does not have. */
export const allCommands: Readonly<Record<string, CommandEntry>> = {
  ...commands,
  "seed demo": {
    summary: "fills a project with generated videos, people and livestreams",
    load: async () => (await import("./seed-demo.ts")).seedDemo,
  },
  "seed analytics": {
    summary: "writes 90 days of figures for the demo's projects",
    load: async () => (await import("./seed-analytics.ts")).seedAnalytics,
  },
};
