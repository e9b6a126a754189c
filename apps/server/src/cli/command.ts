import type { Services } from "../context.ts";
import type { Config } from "../platform/config.ts";

/** What a command works with. What it opened is closed when it ends. */
export interface CommandContext {
  config: Config;
  /** Writes one line of the answer to standard output. */
  print(line: string): void;
  /** Address of the database: the running one, or one started for this command alone; at the newest schema. */
  databaseUrl(): Promise<string>;
  /** Everything the roles work with, over that database. */
  services(): Promise<Services>;
}

/** One thing an operator can ask for with `npm run kinora -- NAME`. */
export interface Command {
  /** What follows the name, such as `--email ADDRESS [--superuser]`. */
  usage: string;
  /**
   * Does it. Answers the exit code: 0 when it is done.
   * @throws CommandError for what the operator has to change.
   */
  run(context: CommandContext, args: string[]): Promise<number>;
}

/** A sentence for the operator; the command ends with exit code 1. */
export class CommandError extends Error {}
