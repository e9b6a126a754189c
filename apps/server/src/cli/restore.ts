import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { installCluster, postgresMajor } from "@kinora/db/embedded/base-backup.ts";
import { findPostmaster, stopPostmaster } from "@kinora/db/embedded/postmaster.ts";
import { readSchemaState } from "@kinora/db/schema-state.ts";
import { Client } from "pg";
import { closeDataFolder, prepareDataFolder } from "../supervisor/data-folder.ts";
import { lockFolder } from "../supervisor/folder-lock.ts";
import { endLeftovers } from "../supervisor/leftovers.ts";
import { takeOwnership } from "../supervisor/owned-folder.ts";
import { readFromArchive, unpackArchive } from "./archive.ts";
import { fileArgument, requireEmbedded, type BackupFacts } from "./backup.ts";
import { CommandError, type Command } from "./command.ts";

const parts = ["postgres", "media", "secrets.json"];

/** Replaces this installation's data by a backup; the previous data is moved aside, not removed. */
export const restore: Command = {
  usage: "FILE",
  async run(context, args) {
    const file = fileArgument(args);
    if (!existsSync(file)) throw new CommandError(`${file} doesn't exist.`);
    requireEmbedded(context, "restore");
    if (process.env["KINORA_SECRETS_FILE"])
      throw new CommandError("Unset KINORA_SECRETS_FILE for the restore. The backup contains its own secrets.");
    const facts = await readFacts(file);
    const { dataDir } = context.config;
    mkdirSync(dataDir, { recursive: true });
    prepareDataFolder(dataDir);
    // The next start changes the owner to the account it runs as.
    if (process.getuid?.() === 0) takeOwnership(dataDir);
    closeDataFolder(dataDir);
    const aside = await replaceData(dataDir, file);
    // Opening the database makes PostgreSQL recover the copy, which verifies the restore.
    const counts = await count(await context.databaseUrl());
    context.print(`Restored the backup of ${facts.created_at}. Users: ${counts.users}; videos: ${counts.videos}.`);
    if (aside) context.print(`The previous data is in ${aside}. Delete it once the restore looks right.`);
    return 0;
  },
};

async function readFacts(file: string): Promise<BackupFacts> {
  const facts = parse(await readFromArchive(file, "backup.json"));
  if (facts?.format !== 1) throw new CommandError(`${file} isn't a backup this version can read.`);
  if (facts.postgres_major !== postgresMajor) {
    throw new CommandError(
      `${file} was made with PostgreSQL ${facts.postgres_major}, and this version has ${postgresMajor}. Restore it with Kinora ${facts.version}.`,
    );
  }
  return facts;
}

function parse(text: string): BackupFacts | null {
  try {
    return JSON.parse(text) as BackupFacts;
  } catch {
    return null;
  }
}

/** Returns the folder with the previous data, or null when there was none. */
async function replaceData(dataDir: string, file: string): Promise<string | null> {
  const unlock = lockFolder(dataDir, '"npm run kinora -- restore"');
  const unpacked = join(dataDir, "restore.new");
  try {
    rmSync(unpacked, { recursive: true, force: true });
    mkdirSync(unpacked, { mode: 0o700 });
    await unpackArchive(file, unpacked);
    await endLeftovers(dataDir);
    const left = findPostmaster(join(dataDir, "postgres"));
    if (left) await stopPostmaster(left.identity);
    const aside = moveAside(dataDir);
    for (const part of ["secrets.json", "media"]) {
      if (existsSync(join(unpacked, part))) renameSync(join(unpacked, part), join(dataDir, part));
    }
    installCluster(join(unpacked, "postgres"), dataDir);
    return aside;
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
    unlock();
  }
}

function moveAside(dataDir: string): string | null {
  const present = parts.filter((part) => existsSync(join(dataDir, part)));
  if (present.length === 0) return null;
  const aside = join(dataDir, `before-restore-${new Date().toISOString().replaceAll(":", "-")}`);
  mkdirSync(aside, { mode: 0o700 });
  for (const part of present) renameSync(join(dataDir, part), join(aside, part));
  return aside;
}

async function count(databaseUrl: string): Promise<{ users: number; videos: number }> {
  // A Kinora that was never started has no tables.
  if ((await readSchemaState(databaseUrl)).empty) return { users: 0, videos: 0 };
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ users: number; videos: number }>(
      "select (select count(*)::int from users) as users, (select count(*)::int from videos) as videos",
    );
    return rows[0] ?? { users: 0, videos: 0 };
  } finally {
    await client.end();
  }
}
