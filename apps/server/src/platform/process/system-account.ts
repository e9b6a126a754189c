import { existsSync, statSync } from "node:fs";

/** A system account by number. */
export interface SystemAccount {
  uid: number;
  gid: number;
}

/** Who owns a path; null for root's and for what does not exist. */
export function ownerOf(path: string): SystemAccount | null {
  if (!existsSync(path)) return null;
  const { uid, gid } = statSync(path);
  return uid === 0 ? null : { uid, gid };
}

/** Becomes the account, for good: this process and everything it starts from now on. */
export function become({ uid, gid }: SystemAccount, home: string): void {
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  process.env["HOME"] = home;
}

/**
 * Makes a role that root started without the supervisor run as the owner of the data folder, as the supervisor's roles
 * do: with two accounts, each could not read what the other wrote. Does nothing unless root runs it and another account
 * owns the folder.
 */
export function becomeFolderOwner(dataDir: string): void {
  const owner = process.getuid?.() === 0 ? ownerOf(dataDir) : null;
  if (owner) become(owner, dataDir);
}
