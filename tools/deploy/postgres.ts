import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { unpackDebian } from "./debian.ts";

const execute = promisify(execFile);

/** PostgreSQL's own programs, `pg_basebackup` among them, and what their processes need to find their libraries. */
export interface PostgresPrograms {
  /** The folder of the programs. */
  bin: string;
  env: Record<string, string>;
}

/** Debian's PostgreSQL: the machine's own, or unpacked into a folder; nothing is installed. @throws Error when it cannot be fetched */
export async function debianPostgres(folder: string): Promise<PostgresPrograms> {
  const own = programsIn("/");
  if (own) return { bin: own, env: {} };
  // Packages that an installation would add, each in a line "Inst NAME (VERSION …)".
  const plan = ["install", "--simulate", "--no-install-recommends", "postgresql"];
  const { stdout } = await execute("apt-get", plan, { maxBuffer: 2 ** 26 });
  for (const [, name = ""] of stdout.matchAll(/^Inst (\S+)/gm)) await unpackDebian(name, folder);
  const bin = programsIn(folder);
  if (!bin) throw new Error("Debian's packages of PostgreSQL have no server.");
  const libraries = join(folder, `usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu`);
  return { bin, env: { LD_LIBRARY_PATH: libraries } };
}

/** The folder of the newest version below a root; null without one. */
function programsIn(root: string): string | null {
  const versions = join(root, "usr/lib/postgresql");
  if (!existsSync(versions)) return null;
  const numbers = readdirSync(versions).map(Number);
  const newest = numbers.toSorted((one, other) => other - one).map((version) => join(versions, `${version}/bin`));
  return (
    newest.find((bin) => ["postgres", "initdb", "pg_basebackup"].every((name) => existsSync(join(bin, name)))) ?? null
  );
}
