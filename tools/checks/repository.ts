import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, relative, resolve } from "node:path";

/** The folder that holds package.json, apps/ and packages/. */
export const repositoryRoot = resolve(import.meta.dirname, "../..");

/** A text file of the repository. */
export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  path: string;
  text: string;
  lines: string[];
}

const TEXT = new Set([
  ".ts",
  ".tsx",
  ".mts",
  ".mjs",
  ".cjs",
  ".js",
  ".css",
  ".html",
  ".md",
  ".json",
  ".yml",
  ".yaml",
  ".sh",
  ".sql",
  ".txt",
  "",
]);
const NOT_OURS = new Set(["node_modules", "dist", "data", ".git", ".cache", "test-results", "playwright-report"]);

/** Every text file of the repository that is tracked or could be, but no lockfile. Works in an unpacked archive too. */
export function repositoryFiles(root: string = repositoryRoot): SourceFile[] {
  return repositoryPaths(root)
    .filter((path) => TEXT.has(extname(path)) && path !== "package-lock.json" && statSync(join(root, path)).isFile())
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return { path, text, lines: text.replace(/\n$/, "").split("\n") };
    });
}

/** Every file of the repository, text or not, from its root. */
export function repositoryPaths(root: string = repositoryRoot): string[] {
  return existsSync(join(root, ".git")) ? listedByGit(root) : listedByWalking(root);
}

/** Whether people write code in this file, by its name. */
export function isCode({ path }: SourceFile): boolean {
  return /\.(ts|tsx|mts|mjs|cjs|js)$/.test(path);
}

/** Whether the file is a test, by its name. */
export function isTest({ path }: SourceFile): boolean {
  return /\.test\.tsx?$/.test(path);
}

function listedByGit(root: string): string[] {
  const list = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  return [...new Set(list.split("\0"))].filter((path) => path !== "" && existsSync(join(root, path))).sort();
}

function listedByWalking(folder: string, root = folder): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listedByWalking(path, root) : [relative(root, path)];
  });
}
