import type { Command } from "./command.ts";

export interface CommandEntry {
  summary: string;
  load: () => Promise<Command>;
}

/** Every command by name; its module is loaded when it runs. */
export const commands: Record<string, CommandEntry> = {
  "api-key create": {
    summary: "creates an API key for a project and prints it once",
    load: async () => (await import("./api-key-create.ts")).apiKeyCreate,
  },
  doctor: {
    summary: "checks this machine and shows how to fix problems",
    load: async () => (await import("./doctor.ts")).doctor,
  },
  "user create": {
    summary: "creates a user, and the account they own",
    load: async () => (await import("./user-create.ts")).userCreate,
  },
  "user recover": {
    summary: "removes a user's second factors and prints a link to choose a password",
    load: async () => (await import("./user-recover.ts")).userRecover,
  },
  "import-delivery-log": {
    summary: "counts what a cache in front of the edge answered, from its log",
    load: async () => (await import("./import-delivery-log.ts")).importDeliveryLog,
  },
  backup: {
    summary: "writes the database, media and secrets to one file, while Kinora runs",
    load: async () => (await import("./backup.ts")).backup,
  },
  restore: {
    summary: "replaces the data here with a backup and moves the old data aside",
    load: async () => (await import("./restore.ts")).restore,
  },
  "seed demo": {
    summary: "fills a project with generated videos, people and livestreams",
    load: async () => (await import("./seed/seed-demo.ts")).seedDemo,
  },
  version: { summary: "prints the version", load: async () => (await import("./version.ts")).version },
};
