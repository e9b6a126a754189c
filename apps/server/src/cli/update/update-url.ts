import { execFile } from "node:child_process";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { CommandError } from "../command.ts";
import { LIMIT_MS } from "./origin.ts";
import { newestOf, type Newest } from "./releases.ts";

const ARCHIVE = /^kinora-(\d+\.\d+\.\d+)(-[\w.-]+)?\.(tar|tar\.\w+|tgz)$/;

/**
 * The newest release at `KINORA_UPDATE_URL`: a JSON file with `version` and, if it says what changes, `changelog`, the address of
 * that release's CHANGELOG.md from there; or, as a `file:` URL, a folder of archives called `kinora-VERSION….tar`.
 * @throws CommandError with the reason why it cannot be known.
 */
export async function newestAtUrl(url: URL): Promise<Newest> {
  if (url.protocol === "file:" && (await isFolder(url))) return newestInFolder(fileURLToPath(url));
  const { version, changelog } = announcementIn(await read(url), url);
  return {
    version,
    place: url.href,
    changelog: () => (changelog === null ? Promise.resolve(null) : read(new URL(changelog, url))),
  };
}

async function newestInFolder(folder: string): Promise<Newest> {
  const archives = new Map(
    (await readdir(folder)).toSorted().flatMap((name) => {
      const version = ARCHIVE.exec(name)?.[1];
      return version ? [[version, name] as const] : [];
    }),
  );
  const version = newestOf([...archives.keys()]);
  if (version === null)
    throw new CommandError(`${folder} has no archive of a release, such as kinora-1.2.3-linux-x64.tar.`);
  return {
    version,
    place: folder,
    changelog: () => changelogInArchive(join(folder, archives.get(version) ?? "")),
  };
}

async function changelogInArchive(archive: string): Promise<string> {
  // The first is enough: tar then leaves the rest of the archive unread.
  const first = ["--extract", "--to-stdout", "--occurrence=1", "--wildcards", "--no-wildcards-match-slash"];
  const options = { env: { ...process.env, LC_ALL: "C" }, maxBuffer: 2 ** 26 };
  const read = promisify(execFile)("tar", [...first, `--file=${archive}`, "*/CHANGELOG.md"], options);
  const { stdout } = await read.catch((cause: unknown) => {
    throw new CommandError(`${archive} has no CHANGELOG.md in its folder.`, { cause });
  });
  return stdout;
}

async function isFolder(url: URL): Promise<boolean> {
  try {
    return (await stat(url)).isDirectory();
  } catch (problem) {
    throw new CommandError(`${fileURLToPath(url)} cannot be read: ${wordsOf(problem)}.`, { cause: problem });
  }
}

function announcementIn(text: string, url: URL): { version: string; changelog: string | null } {
  const { version, changelog = null } = parsed(text);
  const isRelease = typeof version === "string" && newestOf([version]) !== null;
  if (isRelease && (changelog === null || typeof changelog === "string"))
    return { version: version.replace(/^v/, ""), changelog };
  throw new CommandError(`${url.href} has to be JSON such as {"version": "1.2.3", "changelog": "CHANGELOG.md"}.`);
}

function parsed(text: string): { version?: unknown; changelog?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    // The caller says what it has to be.
    return {};
  }
}

async function read(url: URL): Promise<string> {
  if (url.protocol === "file:")
    return readFile(url, "utf8").catch((cause: unknown) => {
      throw new CommandError(`${fileURLToPath(url)} cannot be read: ${wordsOf(cause)}.`, { cause });
    });
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) });
    if (answer.ok) return await answer.text();
    throw new CommandError(`${url.href} answered with status ${answer.status}.`);
  } catch (problem) {
    if (problem instanceof CommandError) throw problem;
    throw new CommandError(`${url.href} cannot be read: ${wordsOf(problem)}.`, { cause: problem });
  }
}

/** A system's code where there is one, such as ENOENT or ECONNREFUSED; fetch has it in the cause of its error. */
function wordsOf(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  if (problem.cause instanceof Error) return wordsOf(problem.cause);
  return "code" in problem && typeof problem.code === "string" ? problem.code : problem.message;
}
