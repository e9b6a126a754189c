// Run as another account than the supervisor: answers, as JSON, which of the given paths it can not use, and whether the
// sandbox works for it. That it runs at all shows that the account can read the program.
import { accessSync, constants } from "node:fs";
import { sandboxState } from "@kinora/media/sandbox.ts";

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
