import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { binariesIn, EmbeddedPostgresError, type PostgresBinaries } from "./binaries.ts";

/** The system account PostgreSQL runs under; it refuses to run as root. */
export interface Account {
  /** Command and arguments placed before the program. */
  prefix: string[];
  /** The owner the files must have, or null for the current user. */
  owner: { uid: number; gid: number } | null;
  /** The prefix changes the user itself, so the program is spawned as the current user. */
  switchesItself?: true;
}

/** Folder for programs that every user may execute when root's own folders are private. */
const OPEN_FOLDER = "/var/lib/kinora";

const ourselves: Account = { prefix: [], owner: null };
/** The account `nobody` as numbered by Debian and systemd. */
export const nobody = { uid: 65534, gid: 65534 };
// In its own user namespace a process runs as `nobody`: PostgreSQL requires a user other than root that has a name.
const asNobody = ["unshare", "--user", `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`];
const namespace: Account = { prefix: asNobody, owner: null };
const nobodyWithPassage: Account = { prefix: [], owner: nobody };

/**
 * Chooses the account and the copy of the programs for a database folder below `parent`.
 * An ordinary user runs it itself. For root: the owner of an existing database, otherwise `nobody`,
 * otherwise the owner of the closest parent folder, otherwise a user namespace, and where those are not allowed
 * (as in many containers) `nobody` again, after `parent` was made traversable. A folder out of reach even then, in a
 * private home of root, is opened by one capability, CAP_DAC_OVERRIDE.
 * @throws EmbeddedPostgresError when no account can access the folder.
 */
export function chooseAccount(
  binaries: PostgresBinaries,
  parent: string,
  cluster: string,
): { account: Account; binaries: PostgresBinaries } {
  const uid = process.getuid?.();
  if (uid !== 0) return { account: uid === undefined || hasName(uid) ? ourselves : namespace, binaries };
  for (const account of candidates(parent, cluster)) {
    if (account === nobodyWithPassage) allowPassage(parent);
    if (!reaches(account, "/bin/sh", ["-c", 'test -x "$1"', "sh", parent])) continue;
    // initdb checks its own programs with access(2), which ignores capabilities.
    if (!account.switchesItself && runs(account, binaries)) return { account, binaries };
    const copy = copyBinaries(binaries, account.switchesItself ? OPEN_FOLDER : parent);
    if (runs(account, copy)) return { account, binaries: copy };
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL can't run as root, and no other account can access ${parent}. ` +
      "Start Kinora as an ordinary user, choose another KINORA_DATA_DIR, or set DATABASE_URL.",
  );
}

/** Arguments for spawn that run a program under an account. */
export function asAccount(account: Account, file: string, args: string[]) {
  const [first = file, ...rest] = [...account.prefix, file, ...args];
  return { file: first, args: rest, owner: account.switchesItself ? {} : (account.owner ?? {}) };
}

/** Changes the owner of a file or folder to the account. */
export function chownToAccount(account: Account, path: string): void {
  if (account.owner) chownSync(path, account.owner.uid, account.owner.gid);
}

function candidates(parent: string, cluster: string): Account[] {
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    return uid === 0 ? [namespace] : [ownedBy(uid, gid), withDacOverride(uid, gid)];
  }
  const usual = [ownedBy(nobody.uid, nobody.gid), ...ownersAbove(parent), namespace, nobodyWithPassage];
  return [...usual, withDacOverride(nobody.uid, nobody.gid)];
}

// setpriv(1): another user that keeps one capability of root. It works in containers that forbid namespaces.
function withDacOverride(uid: number, gid: number): Account {
  const who = [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
  return {
    prefix: ["setpriv", ...who, "--inh-caps=+dac_override", "--ambient-caps=+dac_override"],
    owner: { uid, gid },
    switchesItself: true,
  };
}

// Others may then traverse the folder to their own files, but neither list nor read it.
function allowPassage(folder: string): void {
  chmodSync(folder, statSync(folder).mode | 0o011);
}

function ownersAbove(folder: string): Account[] {
  const accounts: Account[] = [];
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const { uid, gid } = statSync(at);
    if (uid !== 0 && uid !== nobody.uid) accounts.push(ownedBy(uid, gid));
  }
  return accounts;
}

function ownedBy(uid: number, gid: number): Account {
  return { prefix: hasName(uid) ? [] : asNobody, owner: { uid, gid } };
}

/** True when this account can start PostgreSQL: it has a name of its own, or one in a user namespace. */
export function runsDatabases({ uid, gid }: { uid: number; gid: number }): boolean {
  return hasName(uid) || reaches({ prefix: asNobody, owner: { uid, gid } }, "true", []);
}

// initdb fails for a user id without a name, which containers started with --user have.
function hasName(uid: number): boolean {
  const { status } = spawnSync("getent", ["passwd", String(uid)], { stdio: "ignore" });
  return status === 0 || status === null;
}

function runs(account: Account, binaries: PostgresBinaries): boolean {
  return [binaries.postgres, binaries.initdb].every(
    (file) => existsSync(file) && reaches(account, file, ["--version"]),
  );
}

function reaches(account: Account, file: string, args: string[]): boolean {
  const call = asAccount(account, file, args);
  return spawnSync(call.file, call.args, { ...call.owner, cwd: "/", stdio: "ignore", timeout: 10_000 }).status === 0;
}

function copyBinaries(binaries: PostgresBinaries, parent: string): PostgresBinaries {
  const folder = join(parent, `postgres-programs-${binaries.version}`);
  if (!existsSync(join(folder, "complete"))) {
    // Another account executes them.
    const mask = process.umask(0o022);
    try {
      cpSync(binaries.folder, folder, { recursive: true, verbatimSymlinks: true });
      chmodSync(folder, 0o755);
      if (parent === OPEN_FOLDER) chmodSync(parent, 0o755);
      mkdirSync(join(folder, "complete"), { recursive: true });
    } finally {
      process.umask(mask);
    }
  }
  return binariesIn(folder, binaries.version);
}
