import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { VERSION } from "../../platform/process/version.ts";
import { projectFolder } from "../../supervisor/role-plans.ts";
import { CommandError, type Command } from "../command.ts";
import { newestAtOrigin } from "./origin.ts";
import { changesSince, isNewer, type Newest } from "./releases.ts";
import { newestAtUrl } from "./update-url.ts";

/** The exit code where a newer release exists, which no start ends with; 0 where not, 1 where it cannot be known. */
export const NEWER_EXISTS = 20;

/** What is installed, and in which folder. */
export interface Installation {
  folder: string;
  version: string;
}

/** `update --check`: asks once, when it is called, whether a newer release exists; it installs and changes nothing. */
export const checkForUpdate = ({ folder, version }: Installation): Command => ({
  usage: "--check",
  async run({ config, print }, args) {
    const { values } = parseArgs({ args, options: { check: { type: "boolean", default: false } } });
    if (!values.check)
      throw new CommandError("Say --check: Kinora does not update itself. docs/operations/update.md says how to.");
    const newest = await findNewest(folder, config.updateUrl).catch((problem: unknown) => {
      if (!(problem instanceof CommandError)) throw problem;
      throw new CommandError(
        `Kinora ${version} is installed. Which release is the newest cannot be known. ${problem.message}`,
        { cause: problem },
      );
    });
    if (!isNewer(newest.version, version)) {
      const isNewest = newest.version === version;
      print(
        `Kinora ${version} is installed, ${isNewest ? "which" : `and ${newest.version}`} is the newest release at ${newest.place}.`,
      );
      return 0;
    }
    print(`Kinora ${version} is installed, and ${newest.version} is the newest release at ${newest.place}.`);
    for (const line of await changesIn(newest, version)) print(line);
    print("docs/operations/update.md says how to update.");
    return NEWER_EXISTS;
  },
});

export const update = checkForUpdate({ folder: projectFolder, version: VERSION });

/** @throws CommandError with the reason why it cannot be known */
async function findNewest(folder: string, updateUrl: URL | null): Promise<Newest> {
  if (updateUrl) return newestAtUrl(updateUrl);
  // The folder's own: git would also find the repository of a folder above.
  if (existsSync(join(folder, ".git"))) return newestAtOrigin(folder);
  throw new CommandError("This folder is no git checkout, and KINORA_UPDATE_URL is not set.");
}

/** A newer release is news even where nothing says what it changes. */
async function changesIn(newest: Newest, version: string): Promise<string[]> {
  try {
    const changelog = await newest.changelog();
    if (changelog === null) return [];
    const lines = changesSince(changelog, version);
    return lines.length > 0 ? lines : [`CHANGELOG.md of ${newest.version} has no heading of a newer release.`];
  } catch (problem) {
    if (!(problem instanceof CommandError)) throw problem;
    return [`What changes could not be read. ${problem.message}`];
  }
}
