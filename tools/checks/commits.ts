import { spawnSync } from "node:child_process";
import lint from "@commitlint/lint";
import { repositoryRoot } from "./repository.ts";

/** The last commit from before this convention; every later one is checked. */
const BEFORE = "783d89b9851c5d27c491c2e32befe0cee44677a7";

export interface Commit {
  hash: string;
  /** Subject, blank line and body, as git keeps them. */
  message: string;
}

// Severity 2 is an error: https://commitlint.js.org/reference/rules-configuration.html
const RULES: NonNullable<Parameters<typeof lint>[1]> = {
  "header-max-length": [2, "always", 72],
  "type-empty": [2, "never"],
  "subject-empty": [2, "never"],
  "body-leading-blank": [2, "always"],
  "body-empty": [2, "never"],
  "body-max-line-length": [2, "always", 100],
};
// A room in lower case, a colon, and one change: a semicolon would join two.
const PARSER = {
  headerPattern: /^([a-z][a-z0-9 ,-]*): ([a-z](?:(?!; ).)*)$/,
  headerCorrespondence: ["type", "subject"],
};

/** The commits since the convention, newest first; null where the history does not reach back so far. */
export function checkedCommits(): Commit[] | null {
  const { status, stdout } = spawnSync("git", ["log", "-z", "--no-merges", "--format=%h%n%B", `${BEFORE}..HEAD`], {
    cwd: repositoryRoot,
    encoding: "utf8",
  });
  if (status !== 0) return null;
  return stdout
    .split("\0")
    .filter((text) => text.trim() !== "")
    .map((text) => {
      const end = text.indexOf("\n");
      return { hash: text.slice(0, end), message: text.slice(end + 1).trimEnd() };
    });
}

/** What commitlint finds wrong with messages: `hash subject: what`. */
export async function brokenMessages(commits: readonly Commit[]): Promise<string[]> {
  const found = await Promise.all(
    commits.map(async ({ hash, message }) => {
      const { errors } = await lint(message, RULES, { defaultIgnores: false, parserOpts: PARSER });
      const [subject = ""] = message.split("\n");
      return errors.map((error) => `${hash} ${subject}: ${error.message}`);
    }),
  );
  return found.flat();
}
