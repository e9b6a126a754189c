import { chownSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "./environment.ts";

/**
 * Gives a file or folder that a test wrote, with all that it holds, to the account whose product is tested: one that root
 * started runs as another account, which could neither change nor delete it.
 */
export function giveToProduct({ dataDir }: Pick<Environment, "dataDir">, path: string): void {
  const { uid, gid } = statSync(dataDir);
  const paths = statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: "utf8" }) : [];
  for (const each of ["", ...paths]) chownSync(join(path, each), uid, gid);
}
