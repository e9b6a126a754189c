import { spawn } from "node:child_process";
import { CommandError } from "./command.ts";

// GNU tar: 1 means that a file changed while it was read, which a database's files may.
const someFilesChanged = 1;

/** Adds files below a folder to an archive; those that match `leaveOut` are skipped, as are those that vanish meanwhile. */
export async function addToArchive(
  archive: string,
  folder: string,
  names: string[],
  leaveOut: string[] = [],
): Promise<void> {
  if (names.length === 0) return;
  const patterns = leaveOut.map((pattern) => `--exclude=${pattern}`);
  const { code, words } = await tar([
    "--append",
    `--file=${archive}`,
    "--ignore-failed-read",
    "--warning=no-file-changed",
    "--anchored",
    ...patterns,
    `--directory=${folder}`,
    "--",
    ...names,
  ]);
  if (code > someFilesChanged) throw new CommandError(`The backup could not be written: ${words}`);
}

/** Unpacks a whole archive into a folder; the files belong to whoever does it. */
export async function unpackArchive(archive: string, folder: string): Promise<void> {
  const { code, words } = await tar([
    "--extract",
    `--file=${archive}`,
    "--no-same-owner",
    "--preserve-permissions",
    `--directory=${folder}`,
  ]);
  if (code !== 0) throw new CommandError(`The backup could not be unpacked: ${words}`);
}

/** Reads one file of an archive as text. */
export async function readFromArchive(archive: string, name: string): Promise<string> {
  const { code, output, words } = await tar(["--extract", `--file=${archive}`, "--to-stdout", "--occurrence=1", name]);
  if (code !== 0) throw new CommandError(`${archive} is not a backup of Kinora: ${words}`);
  return output;
}

function tar(args: string[]): Promise<{ code: number; output: string; words: string }> {
  return new Promise((done, fail) => {
    const child = spawn("tar", args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C" },
    });
    let output = "";
    let words = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (words += chunk.toString()));
    child.on("error", (problem) => fail(new CommandError(`The program tar could not be run: ${problem.message}`)));
    child.on("close", (code) => done({ code: code ?? 2, output, words: words.trim().split("\n").slice(-2).join(" ") }));
  });
}
