import type { Command } from "./command.ts";

export interface CommandEntry {
  summary: string;
  load: () => Promise<Command>;
}

/** Every command by name; each is loaded only when it is asked for. */
export const commands: Record<string, CommandEntry> = {
  "api-key create": {
    summary: "creates an API key for a project and prints it once",
    load: async () => (await import("./api-key-create.ts")).apiKeyCreate,
  },
  doctor: {
    summary: "checks this machine and says how to mend what is wrong",
    load: async () => (await import("./doctor.ts")).doctor,
  },
  "user create": {
    summary: "creates a person who can sign in, and the account they own",
    load: async () => (await import("./user-create.ts")).userCreate,
  },
  backup: {
    summary: "writes database, media and secrets to one file, while Kinora runs",
    load: async () => (await import("./backup.ts")).backup,
  },
  restore: {
    summary: "puts a backup in the place of the data here; what was there is moved aside",
    load: async () => (await import("./restore.ts")).restore,
  },
  "seed demo": {
    summary: "fills a project with a few videos made on the spot",
    load: async () => (await import("./seed-demo.ts")).seedDemo,
  },
  version: { summary: "prints the version", load: async () => (await import("./version.ts")).version },
};
