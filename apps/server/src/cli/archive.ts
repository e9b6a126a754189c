import { spawn } from "node:child_process";
import { CommandError } from "./command.ts";

// GNU tar: 1 means that a file changed while it was read, as database files do.
const someFilesChanged = 1;

/** Adds files below a folder to an archive; those that match `leaveOut` and those deleted during the run are skipped. */
export async function addToArchive(
  archive: string,
  folder: string,
  names: string[],
  leaveOut: string[] = [],
  signal?: AbortSignal,
): Promise<void> {
  if (names.length === 0) return;
  const patterns = leaveOut.map((pattern) => `--exclude=${pattern}`);
  const parts = [
    "--append",
    `--file=${archive}`,
    "--ignore-failed-read",
    "--warning=no-file-changed",
    "--anchored",
    ...patterns,
    `--directory=${folder}`,
    "--",
    ...names,
  ];
  const { code, errors } = await tar(parts, signal);
  if (code > someFilesChanged) throw new CommandError(`Couldn't write the backup: ${errors}`);
}

/** Unpacks a whole archive into a folder; the files belong to the user of this process. */
export async function unpackArchive(archive: string, folder: string): Promise<void> {
  const { code, errors } = await tar([
    "--extract",
    `--file=${archive}`,
    "--no-same-owner",
    "--preserve-permissions",
    `--directory=${folder}`,
  ]);
  if (code !== 0) throw new CommandError(`Couldn't unpack the backup: ${errors}`);
}

/** Reads one file of an archive as text. */
export async function readFromArchive(archive: string, name: string): Promise<string> {
  const { code, output, errors } = await tar(["--extract", `--file=${archive}`, "--to-stdout", "--occurrence=1", name]);
  if (code !== 0) throw new CommandError(`${archive} isn't a Kinora backup: ${errors}`);
  return output;
}

function tar(args: string[], signal?: AbortSignal): Promise<{ code: number; output: string; errors: string }> {
  return new Promise((done, fail) => {
    const child = spawn("tar", args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C" },
      ...(signal ? { signal } : {}),
    });
    let output = "";
    let errors = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    child.on("error", (problem) =>
      fail(new CommandError(signal?.aborted ? "The backup was stopped." : `Couldn't run tar: ${problem.message}`)),
    );
    child.on("close", (code) =>
      done({ code: code ?? 2, output, errors: errors.trim().split("\n").slice(-2).join(" ") }),
    );
  });
}
