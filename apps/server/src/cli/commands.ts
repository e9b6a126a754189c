import type { Command } from "./command.ts";

export interface CommandEntry {
  summary: string;
  load: () => Promise<Command>;
}

/** Every command by name; each is loaded only when it is asked for. */
export const commands: Record<string, CommandEntry> = {
  doctor: { summary: "checks this machine and says how to mend what is wrong", load: async () => (await import("./doctor.ts")).doctor },
  "user create": { summary: "creates a person who can sign in, and the account they own", load: async () => (await import("./user-create.ts")).userCreate },
  version: { summary: "prints the version", load: async () => (await import("./version.ts")).version },
};
