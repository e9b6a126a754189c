import { randomUUID } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Config } from "../config.ts";

/** This machine's media folder is not the one of the installation: what it stored, no other machine would find. */
export class ForeignMediaFolder extends Error {
  override name = "ForeignMediaFolder";

  constructor(folder: string) {
    super(
      `${folder} is not the media folder of the installation in DATABASE_URL: uploads that arrive here would be found by no other machine. ` +
        "Mount the folder that the other machines use there, or set S3_ENDPOINT on all of them. " +
        'If this folder is the right one, moved or restored, run "npm run kinora -- media claim" once.',
    );
  }
}

const idFile = (config: Config): string => join(mediaFolder(config), "folder-id");

/** The folder of videos and uploads, without a bucket. */
export const mediaFolder = ({ dataDir }: Pick<Config, "dataDir">): string => join(dataDir, "media");

/** Moves unfinished uploads of earlier versions, which kept them beside the media folder, into it. */
export function moveUnfinishedUploads(config: Config): void {
  const [from, to] = [join(config.dataDir, "uploads"), join(mediaFolder(config), "unfinished")];
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    try {
      renameSync(join(from, name), join(to, name));
    } catch (problem) {
      // The media folder is on another disk.
      if ((problem as NodeJS.ErrnoException).code !== "EXDEV") throw problem;
      copyFileSync(join(from, name), join(to, name));
      rmSync(join(from, name));
    }
  }
  rmdirSync(from);
}

/** Whether machines could have media folders of their own: not with a bucket, and not with the database that one machine starts. */
const couldDiffer = ({ s3, databaseIsEmbedded }: Config): boolean => !s3 && !databaseIsEmbedded;

/**
 * Compares the number in this machine's media folder with the one in the database. The first machine gives both.
 * @throws ForeignMediaFolder when they differ.
 */
export async function requireInstallationsFolder(config: Config, databaseUrl: string): Promise<void> {
  if (!couldDiffer(config)) return;
  await withClient(databaseUrl, async (client) => {
    const here = await readId(config);
    const fresh = here ?? randomUUID();
    await client.query("insert into media_folder (id) values ($1) on conflict do nothing", [fresh]);
    const { rows } = await client.query<{ id: string }>("select id from media_folder");
    if (rows[0]?.id !== fresh) throw new ForeignMediaFolder(mediaFolder(config));
    if (here === null) await writeId(config, fresh);
  });
}

/** Whether this machine has the installation's media folder, where it could have another one; null before the first start. */
export async function hasInstallationsFolder(config: Config, databaseUrl: string): Promise<boolean | null> {
  if (!couldDiffer(config)) return null;
  return withClient(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ found: boolean }>(
      "select to_regclass('media_folder') is not null as found",
    );
    if (!tables[0]?.found) return null;
    const { rows } = await client.query<{ id: string }>("select id from media_folder");
    return rows[0] ? rows[0].id === (await readId(config)) : null;
  });
}

/** Makes this machine's media folder the installation's; machines with another one are refused from their next start on. */
export async function claimFolder(config: Config, databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const id = (await readId(config)) ?? randomUUID();
    await writeId(config, id);
    await client.query(
      "insert into media_folder (id) values ($1) on conflict (only_row) do update set id = excluded.id, claimed_at = now()",
      [id],
    );
  });
}

async function readId(config: Config): Promise<string | null> {
  try {
    return (await readFile(idFile(config), "utf8")).trim();
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw problem;
  }
}

async function writeId(config: Config, id: string): Promise<void> {
  await mkdir(mediaFolder(config), { recursive: true });
  const unfinished = `${idFile(config)}.${process.pid}`;
  try {
    await writeFile(unfinished, `${id}\n`, { flush: true });
    await rename(unfinished, idFile(config));
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
