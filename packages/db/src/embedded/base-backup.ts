import { chownSync, lstatSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { chooseAccount, type Account } from "./account.ts";
import { findBinaries } from "./binaries.ts";

/** The PostgreSQL major version of a copy's files; only the same version can read them. */
export const postgresMajor = 18;

/** Files excluded from a copy, as tar patterns below `postgres/`; the folders themselves are copied. */
export const leftOutOfCopies = [
  "pg_wal/*",
  "pg_replslot/*",
  "pg_dynshmem/*",
  "pg_notify/*",
  "pg_serial/*",
  "pg_snapshots/*",
  "pg_stat_tmp/*",
  "pg_subtrans/*",
  "postmaster.pid",
  "postmaster.opts",
  "global/pg_control",
];

/** The three steps of copying a running database's files, in order. */
export interface CopySteps {
  /** Everything except `leftOutOfCopies`; files may change or disappear during the step. */
  files(): Promise<void>;
  /** `global/pg_control`, after all the others. */
  control(): Promise<void>;
  /** `backup_label` with this content, and every file of `pg_wal`. */
  log(label: string): Promise<void>;
}

/**
 * Copies a database while it is in use, as documented in PostgreSQL's manual ("Making a Base Backup Using the Low Level API").
 * A temporary replication slot retains the WAL that the copy needs.
 */
export async function copyRunningDatabase(databaseUrl: string, steps: CopySteps): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("select pg_create_physical_replication_slot($1, true, true)", [`kinora_backup_${process.pid}`]);
    // The label belongs to this session: the same connection must start and stop the backup.
    await client.query("select pg_backup_start('kinora', true)");
    await steps.files();
    await steps.control();
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    await steps.log(rows[0]?.labelfile ?? "");
  } finally {
    await client.end();
  }
}

/**
 * Installs a copied database below a data folder, owned by the account that will run it.
 * @throws EmbeddedPostgresError when no account can run it.
 */
export function installCluster(copy: string, dataDir: string): void {
  const cluster = join(dataDir, "postgres");
  const { account } = chooseAccount(findBinaries(), dataDir, cluster);
  chownTree(account, copy);
  renameSync(copy, cluster);
}

function chownTree(account: Account, path: string): void {
  if (!account.owner) return;
  chownSync(path, account.owner.uid, account.owner.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) chownTree(account, join(path, name));
}
