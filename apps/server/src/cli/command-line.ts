import { readConfig } from "../platform/config.ts";
import { trustAuthority } from "../platform/settings/authorities.ts";
import { ConfigError } from "../platform/settings/setting.ts";
import { exitCodes, StartRefusal } from "../supervisor/start-refusal.ts";
import { CommandError, type Command } from "./command.ts";
import type { CommandEntry } from "./commands.ts";
import { openContext } from "./open-context.ts";

type Commands = Readonly<Record<string, CommandEntry>>;

/** Runs the command that the arguments of this process name, and sets its exit code. Files that it writes are its owner's alone. */
export async function runCommandLine(commands: Commands): Promise<void> {
  process.umask(0o077);
  endWithParent();
  process.exitCode = await runArguments(commands, process.argv.slice(2));
}

/** A command that a role runs must not outlive it, not even when the role was killed. */
function endWithParent(): void {
  if (!process.channel) return;
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel.unref();
}

async function runArguments(commands: Commands, args: string[]): Promise<number> {
  const name = [args.slice(0, 2).join(" "), args[0] ?? ""].find((candidate) => candidate in commands);
  const entry = name === undefined ? undefined : commands[name];
  if (name === undefined || !entry) {
    const asked = args.length > 0 && !["help", "--help", "-h"].includes(args[0] ?? "");
    if (asked) console.error(`There's no command "${args.join(" ")}".\n`);
    await printCommands(commands, asked ? console.error : console.log);
    return asked ? exitCodes.setting : exitCodes.stopped;
  }
  const command = await entry.load();
  const rest = args.slice(name.split(" ").length);
  if (rest.includes("--help")) {
    console.log(`npm run kinora -- ${name} ${command.usage}`.trim());
    return exitCodes.stopped;
  }
  return runCommand(name, command, rest);
}

async function runCommand(name: string, command: Command, args: string[]): Promise<number> {
  try {
    const config = readConfig();
    trustAuthority(config);
    const context = openContext(config, name, (line) => console.log(line));
    try {
      return await command.run(context, args);
    } finally {
      await context.close();
    }
  } catch (problem) {
    return explain(problem, `npm run kinora -- ${name} ${command.usage}`.trim());
  }
}

function explain(problem: unknown, usage: string): number {
  if (problem instanceof StartRefusal) {
    console.error(problem.message);
    return problem.exitCode;
  }
  if (problem instanceof ConfigError) {
    console.error(problem.message);
    return exitCodes.setting;
  }
  if (problem instanceof CommandError) {
    console.error(problem.message);
    return exitCodes.unexpected;
  }
  // The error of parseArgs explains which argument is wrong.
  if (problem instanceof Error && "code" in problem && String(problem.code).startsWith("ERR_PARSE_ARGS")) {
    console.error(`${problem.message}\nUsage: ${usage}`);
    return exitCodes.setting;
  }
  console.error("Kinora failed because of a bug:", problem);
  return exitCodes.unexpected;
}

async function printCommands(commands: Commands, print: (line: string) => void): Promise<void> {
  print("npm run kinora -- COMMAND, where COMMAND is one of:\n");
  for (const [name, { summary, load }] of Object.entries(commands)) {
    const { usage } = await load();
    print(`  ${`${name} ${usage}`.trim()}\n      ${summary}`);
  }
}
