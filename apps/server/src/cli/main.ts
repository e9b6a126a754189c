import { runCommandLine } from "./command-line.ts";
import { commands } from "./commands.ts";

await runCommandLine(commands);
