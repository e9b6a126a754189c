import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { binariesIn, EmbeddedPostgresError, type PostgresBinaries } from "./binaries.ts";

/** The system account PostgreSQL runs under; it refuses to run as root. */
export interface Account {
  /** Words put before a program and its arguments. */
  prefix: string[];
  /** The owner the files must have, or null when they stay ours. */
  owner: { uid: number; gid: number } | null;
  /** The prefix turns into the owner by itself: the program is called as who we are. */
  turnsItself?: true;
}

/** Where root puts programs that everybody may run, when its own folders are closed. */
const OPEN_FOLDER = "/var/lib/kinora";

const ourselves: Account = { prefix: [], owner: null };
/** The account `nobody`, as Debian and systemd number it. */
export const nobody = { uid: 65534, gid: 65534 };
// Inside its own user namespace a process appears as `nobody`: not root, and a user with a name, which is all PostgreSQL asks for.
const asNobody = ["unshare", "--user", `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`];
const namespace: Account = { prefix: asNobody, owner: null };
const nobodyAtLast: Account = { prefix: [], owner: nobody };

/**
 * Chooses the account and the copy of the programs that can work on a database folder below `parent`.
 * As an ordinary user that is the user itself. As root: the owner of an existing database, otherwise `nobody`,
 * otherwise the owner of the closest folder on the way, otherwise a user namespace, and where those are not allowed
 * (as in many containers) `nobody` again, after `parent` was made passable. What even that does not reach, in a
 * closed home of root's, is opened by one capability: to pass over permissions of files.
 * @throws EmbeddedPostgresError when no account reaches the folder.
 */
export function chooseAccount(
  binaries: PostgresBinaries,
  parent: string,
  cluster: string,
): { account: Account; binaries: PostgresBinaries } {
  const uid = process.getuid?.();
  if (uid !== 0) return { account: uid === undefined || hasName(uid) ? ourselves : namespace, binaries };
  for (const account of candidates(parent, cluster)) {
    if (account === nobodyAtLast) letPass(parent);
    if (!reaches(account, "/bin/sh", ["-c", 'test -x "$1"', "sh", parent])) continue;
    // initdb asks access(2) about its own programs, which counts no capabilities.
    if (!account.turnsItself && runs(account, binaries)) return { account, binaries };
    const copy = copyBinaries(binaries, account.turnsItself ? OPEN_FOLDER : parent);
    if (runs(account, copy)) return { account, binaries: copy };
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and no other account can reach ${parent}. ` +
      "Start Kinora as an ordinary user, choose another KINORA_DATA_DIR, or set DATABASE_URL.",
  );
}

/** A program call under an account, ready for spawn. */
export function asAccount(account: Account, file: string, args: string[]) {
  const [first = file, ...rest] = [...account.prefix, file, ...args];
  return { file: first, args: rest, owner: account.turnsItself ? {} : (account.owner ?? {}) };
}

/** Gives a file or folder to the account. */
export function giveTo(account: Account, path: string): void {
  if (account.owner) chownSync(path, account.owner.uid, account.owner.gid);
}

function candidates(parent: string, cluster: string): Account[] {
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    return uid === 0 ? [namespace] : [ownedBy(uid, gid), passingOver(uid, gid)];
  }
  const usual = [ownedBy(nobody.uid, nobody.gid), ...ownersAbove(parent), namespace, nobodyAtLast];
  return [...usual, passingOver(nobody.uid, nobody.gid)];
}

// setpriv(1): another user, with one capability of root's kept. Containers have it where they forbid namespaces.
function passingOver(uid: number, gid: number): Account {
  const who = [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
  return {
    prefix: ["setpriv", ...who, "--inh-caps=+dac_override", "--ambient-caps=+dac_override"],
    owner: { uid, gid },
    turnsItself: true,
  };
}

// Others may then pass through the folder to what they own, but neither list nor read it.
function letPass(folder: string): void {
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

/** True when PostgreSQL, started by this account, finds a name for it: its own, or that of a user namespace. */
export function runsDatabases({ uid, gid }: { uid: number; gid: number }): boolean {
  return hasName(uid) || reaches({ prefix: asNobody, owner: { uid, gid } }, "true", []);
}

// initdb will not work for a number without a name, which is what containers started with --user have.
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
    // The account that runs them is another one.
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
