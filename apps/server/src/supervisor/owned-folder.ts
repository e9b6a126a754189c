import { chownSync, existsSync, lchownSync, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SystemAccount } from "../platform/system-account.ts";

/** Whether a data folder, and the database in it, are an account's already. */
export function belongsTo(dataDir: string, { uid }: SystemAccount): boolean {
  const paths = [dataDir, join(dataDir, "postgres")];
  return existsSync(dataDir) && paths.every((path) => !existsSync(path) || statSync(path).uid === uid);
}

/** Makes a data folder itself root's, so that nobody else can put links into it while root works in it. */
export function takeFolder(dataDir: string): void {
  if (statSync(dataDir).uid !== 0) chownSync(dataDir, 0, 0);
}

/**
 * Gives a data folder of root's and everything in it to an account. The folder itself comes last: what was interrupted
 * is begun again by the next start.
 */
export function giveFolder(dataDir: string, account: SystemAccount): void {
  // A part of it may be a link to another disk; deeper links are given as links.
  for (const part of readdirSync(dataDir)) give(realpathSync(join(dataDir, part)), account);
  chownSync(dataDir, account.uid, account.gid);
}

function give(path: string, { uid, gid }: SystemAccount): void {
  const facts = lstatSync(path);
  if (facts.isDirectory()) for (const name of readdirSync(path)) give(join(path, name), { uid, gid });
  if (facts.uid !== uid || facts.gid !== gid) lchownSync(path, uid, gid);
}
