import { runCommandLine } from "@kinora/server/cli/command-line.ts";
import { allCommands } from "./commands.ts";

// npm run kinora -- COMMAND
await runCommandLine(allCommands);
