import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { copyRunningDatabase, leftOutOfCopies, postgresMajor } from "@kinora/db/embedded/base-backup.ts";
import { VERSION } from "../platform/process/version.ts";
import { readSecrets } from "../platform/secrets/secrets.ts";
import { gigabytes } from "../supervisor/data-folder.ts";
import { addToArchive } from "./archive.ts";
import { CommandError, type Command, type CommandContext } from "./command.ts";

/** Contents of `backup.json`, the first file of every backup. */
export interface BackupFacts {
  format: 1;
  version: string;
  created_at: string;
  postgres_major: number;
}

/** Writes database, media and secrets of this installation to one file, while it runs; SIGTERM stops it and leaves no file. */
export const backup: Command = {
  usage: "FILE",
  async run(context, args) {
    const file = fileArgument(args);
    if (existsSync(file)) throw new CommandError(`${file} already exists. Choose another name.`);
    if (!existsSync(dirname(file))) throw new CommandError(`The folder ${dirname(file)} doesn't exist.`);
    requireEmbedded(context, "backup");
    const unfinished = `${file}.part`;
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    process.once("SIGTERM", stop);
    // What an earlier run left. It contains every secret of the installation: only its owner may read it.
    rmSync(unfinished, { force: true });
    const handle = openSync(unfinished, "wx", 0o600);
    try {
      await write(context, unfinished, stopping.signal);
      sync(unfinished);
      renameSync(unfinished, file);
      sync(dirname(file));
    } finally {
      process.off("SIGTERM", stop);
      // Not what another run of the same backup has put in its place.
      if (existsSync(unfinished) && statSync(unfinished).ino === fstatSync(handle).ino)
        rmSync(unfinished, { force: true });
      closeSync(handle);
    }
    context.print(
      `${file} contains the database, media and secrets (${gigabytes(statSync(file).size)} GB). Keep it as safe as a password.`,
    );
    if (context.config.s3) context.print("Media is in object storage and not in this backup. Back up the bucket too.");
    return 0;
  },
};

/** The file named on the command line, relative to the caller's working directory. */
export function fileArgument(args: string[]): string {
  const [name, ...more] = args;
  if (!name || name.startsWith("-") || more.length > 0) throw new CommandError("Name one FILE.");
  return resolve(process.env["INIT_CWD"] ?? process.cwd(), name);
}

/** @throws CommandError when the database is not the embedded one. */
export function requireEmbedded({ config }: CommandContext, what: string): void {
  if (config.databaseUrl)
    throw new CommandError(
      `The ${what} command only works with the embedded database. With DATABASE_URL set, back up the database with pg_dump or your provider's tools, and copy secrets.json and the media.`,
    );
}

async function write(context: CommandContext, archive: string, signal: AbortSignal): Promise<void> {
  const add = (folder: string, names: string[], leaveOut: string[] = []) => {
    if (signal.aborted) throw new CommandError("The backup was stopped.");
    return addToArchive(archive, folder, names, leaveOut, signal);
  };
  const { dataDir, s3 } = context.config;
  const databaseUrl = await context.databaseUrl();
  const workFolder = mkdtempSync(join(dataDir, "run/backup-"));
  try {
    const facts: BackupFacts = {
      format: 1,
      version: VERSION,
      created_at: new Date().toISOString(),
      postgres_major: postgresMajor,
    };
    writeFileSync(join(workFolder, "backup.json"), JSON.stringify(facts));
    writeFileSync(join(workFolder, "secrets.json"), JSON.stringify(readSecrets(dataDir), null, 2), { mode: 0o600 });
    await add(workFolder, ["backup.json", "secrets.json"]);
    await copyRunningDatabase(databaseUrl, {
      files: () =>
        add(
          dataDir,
          ["postgres"],
          leftOutOfCopies.map((pattern) => `postgres/${pattern}`),
        ),
      control: () => add(dataDir, ["postgres/global/pg_control"]),
      log: async (label) => {
        mkdirSync(join(workFolder, "postgres"));
        writeFileSync(join(workFolder, "postgres/backup_label"), label, { mode: 0o600 });
        await add(workFolder, ["postgres/backup_label"]);
        const segments = readdirSync(join(dataDir, "postgres/pg_wal")).filter((name) =>
          /^[0-9A-F]{24}$|\.history$/.test(name),
        );
        await add(
          dataDir,
          segments.map((name) => `postgres/pg_wal/${name}`),
        );
      },
    });
    // Media after the database: the files of every video that is complete in the copied rows exist by then.
    if (!s3 && existsSync(join(dataDir, "media")))
      await add(dataDir, ["media"], ["media/assets/*/attempts/*", "media/unfinished/*"]);
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}

function sync(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } catch (problem) {
    throw new CommandError(
      `${basename(path)} couldn't be flushed to disk: ${problem instanceof Error ? problem.message : String(problem)}`,
    );
  } finally {
    closeSync(handle);
  }
}
