import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { CommandError } from "../command.ts";
import { newestOf, type Newest } from "./releases.ts";

/** How long git may take to reach a remote, in milliseconds. */
export const LIMIT_MS = 15_000;

/** Git asks nobody for a name, a password or a host's key: it fails. */
const ASKS_NOBODY = { GIT_TERMINAL_PROMPT: "0", GIT_ASKPASS: "", SSH_ASKPASS_REQUIRE: "never", LC_ALL: "C" };

/**
 * The newest release among the tags of the remote `origin` of a checkout. The checkout stays as it is: the text of the changes is
 * fetched into a folder that is removed.
 * @throws CommandError with the reason why it cannot be known.
 */
export async function newestAtOrigin(folder: string, limitMs: number = LIMIT_MS): Promise<Newest> {
  const git = (args: string[], env: Record<string, string> = {}) => runGit(folder, args, env, limitMs);
  const tags = new Map(
    (await git(["ls-remote", "--tags", "--refs", "origin"]))
      .split("\n")
      .filter(Boolean)
      .map((line) => line.split("\trefs/tags/"))
      .map(([object = "", name = ""]) => [name, object]),
  );
  const name = newestOf([...tags.keys()]);
  if (name === null) throw new CommandError("The remote origin has no tag of a release, such as v1.2.3.");
  return {
    version: name.replace(/^v/, ""),
    place: "origin",
    async changelog() {
      const scratch = await mkdtemp(join(tmpdir(), "kinora-update-"));
      try {
        const objects = (await git(["rev-parse", "--git-path", "objects"])).trim();
        const env = { GIT_OBJECT_DIRECTORY: scratch, GIT_ALTERNATE_OBJECT_DIRECTORIES: resolve(folder, objects) };
        const quietly = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-gc", "--refmap="];
        await git(["fetch", ...quietly, "origin", `refs/tags/${name}`], env);
        return await git(["show", `${tags.get(name)}:CHANGELOG.md`], env);
      } finally {
        await rm(scratch, { recursive: true, force: true });
      }
    },
  };
}

/** Runs git in a session of its own, so that nothing it starts asks at a terminal. */
function runGit(folder: string, args: string[], env: Record<string, string>, limitMs: number): Promise<string> {
  const { promise, resolve: done, reject } = Promise.withResolvers<string>();
  const child = spawn("git", ["-C", folder, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    env: { ...process.env, ...ASKS_NOBODY, ...env },
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, limitMs);
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (errors += chunk));
  child.on("error", (problem) => {
    clearTimeout(timer);
    const isMissing = "code" in problem && problem.code === "ENOENT";
    reject(new CommandError(isMissing ? "git is not installed." : `git could not be started: ${problem.message}`));
  });
  child.on("close", (code) => {
    clearTimeout(timer);
    if (code === 0) done(output);
    else if (isLate) reject(new CommandError(`The remote origin did not answer within ${limitMs / 1_000} s.`));
    else reject(new CommandError(`git: ${reasonOf(errors)}`));
  });
  return promise;
}

/** Git's own reason: the line that it ended with, not what it hints at after. */
function reasonOf(errors: string): string {
  const lines = errors.trim().split("\n");
  return lines.find((line) => /^(fatal|error):/.test(line))?.replace(/^\w+: /, "") ?? lines.at(-1) ?? "";
}
