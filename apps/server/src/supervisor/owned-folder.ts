import { chownSync, existsSync, lchownSync, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SystemAccount } from "../platform/process/system-account.ts";

/** Whether a data folder and the database in it already belong to an account. */
export function belongsTo(dataDir: string, { uid }: SystemAccount): boolean {
  const paths = [dataDir, join(dataDir, "postgres")];
  return existsSync(dataDir) && paths.every((path) => !existsSync(path) || statSync(path).uid === uid);
}

/** Makes root the owner of a data folder itself, so that nobody else can create links in it while root works there. */
export function takeOwnership(dataDir: string): void {
  if (statSync(dataDir).uid !== 0) chownSync(dataDir, 0, 0);
}

/**
 * Changes the owner of a data folder and everything in it. The folder itself comes last: the next start repeats
 * an interrupted change.
 */
export function chownFolder(dataDir: string, account: SystemAccount): void {
  // Top-level entries may be links to another disk and are followed; deeper links are not.
  for (const part of readdirSync(dataDir)) chownTree(realpathSync(join(dataDir, part)), account);
  chownSync(dataDir, account.uid, account.gid);
}

function chownTree(path: string, { uid, gid }: SystemAccount): void {
  const facts = lstatSync(path);
  if (facts.isDirectory()) for (const name of readdirSync(path)) chownTree(join(path, name), { uid, gid });
  if (facts.uid !== uid || facts.gid !== gid) lchownSync(path, uid, gid);
}
