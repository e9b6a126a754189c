import { spawnSync } from "node:child_process";
import { repositoryRoot } from "./repository.ts";

/** The last commit from before this convention; every later one is checked. */
const BEFORE = "783d89b9851c5d27c491c2e32befe0cee44677a7";

export interface Commit {
  hash: string;
  /** Subject, blank line and body, as git keeps them. */
  message: string;
}

const SUBJECT_MAX = 72;
const BODY_MAX = 100;
const SUBJECT = /^[a-z][a-z0-9 ,-]*: [a-z]/;

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

/**
 * What is wrong with messages: a subject that is not `room: imperative sentence` of at most 72 characters, one that joins
 * two changes, no reason in the body, or a body whose lines are too long for a terminal.
 */
export function brokenMessages(commits: readonly Commit[]): string[] {
  return commits.flatMap(({ hash, message }) => {
    const [subject = "", blank, ...body] = message.split("\n");
    const wrong: string[] = [];
    if (subject.length > SUBJECT_MAX) wrong.push(`has a subject of ${subject.length} characters`);
    if (!SUBJECT.test(subject)) wrong.push("does not begin with a room and a colon, in lower case");
    if (subject.includes("; ")) wrong.push("joins two changes");
    if (blank !== "" || body.join("").trim() === "") wrong.push("gives no reason after a blank line");
    if (body.some((line) => line.length > BODY_MAX)) wrong.push(`has a line of more than ${BODY_MAX} characters`);
    return wrong.map((what) => `${hash} ${subject}: ${what}`);
  });
}
