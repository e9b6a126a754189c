import type { Services } from "../context.ts";
import type { Command } from "./command.ts";

/** Runs a command on the services of a test, and answers the lines that it printed and its exit code. */
export async function runCommand(
  command: Command,
  services: Services,
  ...args: string[]
): Promise<{ lines: string[]; code: number }> {
  const lines: string[] = [];
  const context = {
    config: services.config,
    print: (line: string) => {
      lines.push(line);
    },
    databaseUrl: () => Promise.resolve(services.config.databaseUrl ?? ""),
    services: () => Promise.resolve(services),
  };
  return { code: await command.run(context, args), lines };
}
