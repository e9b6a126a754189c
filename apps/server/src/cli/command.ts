import type { Services } from "../context.ts";
import type { Config } from "../platform/config.ts";

/** Services of a command, opened on first use and closed when the command ends. */
export interface CommandContext {
  config: Config;
  /** Writes one line to standard output. */
  print(line: string): void;
  /** URL of the database with the schema it has: the running one, or one started for this command. */
  databaseUrl(): Promise<string>;
  /**
   * The services of the roles, on that database.
   * @throws CommandError when its schema is not that of this version.
   */
  services(): Promise<Services>;
}

/** One command of `npm run kinora -- NAME`. */
export interface Command {
  /** Arguments after the name, such as `--email ADDRESS [--superuser]`. */
  usage: string;
  /**
   * Runs the command and returns the exit code: 0 for success.
   * @throws CommandError for problems the operator can fix.
   */
  run(context: CommandContext, args: string[]): Promise<number>;
}

/** An error whose message is printed for the operator; the exit code is 1. */
export class CommandError extends Error {}
