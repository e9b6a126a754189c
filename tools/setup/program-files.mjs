import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";

/** The folders whose new files belong to the program before they are tracked. Elsewhere they may be anything. */
const OWN_FOLDERS = ["apps", "packages", "tools"];
/** All that a release has beside the files of its own folder. */
const FOLDERS = [...OWN_FOLDERS, "bench", "deploy", "docs", "e2e"];
/** What is made there, and taken alone where it is wanted. */
const MADE = ["dist", "node_modules", "test-results"];
/** Of the release's own folder: settings of an operator there have other names. */
const OWN_FILE = /^[a-z][\w.-]*\.(?:json|md|mjs|ts)$/i;

/**
 * The files of the program, named from its folder: those that git tracks, and without git those of the folders that a release has. Nothing
 * of data or settings is among them.
 */
export const programFiles = (folder = root) =>
  existsSync(join(folder, ".git")) ? trackedFiles(folder) : releasedFiles(folder);

function trackedFiles(folder) {
  const git = (...args) =>
    execFileSync("git", ["ls-files", "-z", ...args], { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 26 })
      .split("\0")
      .filter((name) => name !== "");
  return [...new Set([...git(), ...git("--others", "--exclude-standard", "--", ...OWN_FOLDERS)])];
}

/** The same of a release that was unpacked. */
export function releasedFiles(folder) {
  const files = readdirSync(folder, { withFileTypes: true });
  const own = files.filter((file) => file.isFile() && OWN_FILE.test(file.name)).map(({ name }) => name);
  const folders = FOLDERS.filter((name) => existsSync(join(folder, name)));
  return [...own, ...folders.flatMap((name) => filesBelow(folder, name))];
}

function filesBelow(folder, path) {
  return readdirSync(join(folder, path), { withFileTypes: true })
    .filter(({ name }) => !MADE.includes(name) && !name.startsWith("."))
    .flatMap((entry) => {
      const inside = `${path}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(folder, inside) : [inside];
    });
}
