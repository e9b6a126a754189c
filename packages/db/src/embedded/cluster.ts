import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, openSync, closeSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asAccount, chownToAccount, type Account } from "./account.ts";
import { EmbeddedPostgresError, type PostgresBinaries } from "./binaries.ts";

/** The name of the database and of its only role. */
export const databaseName = "kinora";

/**
 * Creates an empty database folder with password authentication only. An interrupted start leaves nothing that
 * looks complete: the work happens in a sibling folder that is renamed at the end.
 * @throws EmbeddedPostgresError with PostgreSQL's own message.
 */
export async function createCluster(
  binaries: PostgresBinaries,
  account: Account,
  folder: string,
  password: string,
): Promise<void> {
  const unfinished = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  chownToAccount(account, unfinished);
  closeSync(openSync(passwordFile, "wx", 0o600));
  chownToAccount(account, passwordFile);
  writeFileSync(passwordFile, password);
  try {
    await initialize(binaries, account, unfinished, passwordFile);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  // Password authentication on loopback only: no local socket, no replication, no "trust".
  const hba = join(unfinished, "pg_hba.conf");
  writeFileSync(hba, "host all all 127.0.0.1/32 scram-sha-256\n");
  chmodSync(hba, 0o600);
  renameSync(unfinished, folder);
}

/** True when the folder contains a complete database. */
export function hasCluster(folder: string): boolean {
  return existsSync(join(folder, "PG_VERSION"));
}

function initialize(binaries: PostgresBinaries, account: Account, folder: string, passwordFile: string): Promise<void> {
  const call = asAccount(account, binaries.initdb, [
    `--pgdata=${folder}`,
    `--username=${databaseName}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // The built-in provider sorts the same on every machine and needs no system locales.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--set=password_encryption=scram-sha-256",
  ]);
  return new Promise((done, fail) => {
    const child = spawn(call.file, call.args, {
      ...call.owner,
      cwd: "/",
      stdio: ["ignore", "pipe", "pipe"],
      env: postgresEnvironment(),
    });
    let words = "";
    child.stdout.on("data", (chunk: Buffer) => (words += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (words += chunk.toString()));
    child.on("error", (problem) => fail(new EmbeddedPostgresError(`Couldn't create the database: ${problem.message}`)));
    child.on("close", (code) => {
      if (code === 0) done();
      else
        fail(
          new EmbeddedPostgresError(
            `Couldn't create the database in ${folder}: ${words.trim().split("\n").slice(-3).join(" ")}`,
          ),
        );
    });
  });
}

/** A clean environment: PG* variables of the operator's shell must not reach the embedded server. */
export function postgresEnvironment(): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
}
