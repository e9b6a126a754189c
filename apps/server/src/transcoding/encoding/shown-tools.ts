import type { ToolWatcher, WatchedTool } from "@kinora/media/tools/watched-tools.ts";
import type { Config } from "../../platform/config.ts";
import type { RunningTool } from "../../platform/jobs/running-tools.ts";
import type { Run } from "../../platform/jobs/tasks.ts";

const LONGEST_LINE = 500;
const LONGEST_COMMAND = 8_000;

/** Puts the media tools of a run where its worker shows them to superusers. */
export function shownTools(config: Pick<Config, "dataDir">, run: Pick<Run, "tools">): ToolWatcher {
  const shown = new Map<WatchedTool, RunningTool>();
  return {
    began(tool) {
      const running: RunningTool = {
        binary: tool.binary,
        command: commandLine(config, tool).slice(0, LONGEST_COMMAND).toWellFormed(),
        since: tool.since,
        lines: () => tool.lines().map((line) => withoutPaths(config, line).slice(0, LONGEST_LINE).toWellFormed()),
        output: () => tool.output(),
        terminate: () => tool.terminate(),
      };
      shown.set(tool, running);
      run.tools?.add(running);
    },
    ended(tool) {
      const running = shown.get(tool);
      if (running) run.tools?.delete(running);
      shown.delete(tool);
    },
  };
}

/**
 * A tool's output or command without what the machine alone should know: its folders, and the query, user and password of
 * addresses, which is where keys stand.
 */
export function withoutPaths({ dataDir }: Pick<Config, "dataDir">, text: string): string {
  return text
    .replaceAll(dataDir, "")
    .replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, "$1")
    .replace(/([a-z][a-z0-9+.-]*:\/\/[^\s?]+)\?\S*/gi, "$1?…")
    .replace(/(^|[\s=:'"])(?:\/[\w.@+-]+)+\/(?=[\w.@+-])/g, "$1…/");
}

/** The command as one can type it, with words in quotes that a shell would take apart. */
function commandLine(config: Pick<Config, "dataDir">, { binary, args }: WatchedTool): string {
  const word = (arg: string) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`);
  return [binary, ...args.map((arg) => word(withoutPaths(config, arg)))].join(" ");
}
