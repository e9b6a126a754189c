// Runs under another account than the supervisor: prints as JSON which of the given paths it cannot use and whether the
// sandbox works for it. Running at all proves that the account can read the program.
import { accessSync, constants } from "node:fs";
import { sandboxState } from "@kinora/media/tools/sandbox.ts";

const modes: Record<string, number> = { r: constants.R_OK, w: constants.W_OK | constants.X_OK, x: constants.X_OK };
const unreachable = process.argv.slice(2).flatMap((needed) => {
  const path = needed.slice(1);
  try {
    accessSync(path, modes[needed.charAt(0)]);
    return [];
  } catch {
    return [path];
  }
});
const { available, reason } = await sandboxState();
console.log(JSON.stringify({ unreachable, sandbox: available, reason }));
