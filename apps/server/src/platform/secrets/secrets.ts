import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ConfigError } from "../settings/setting.ts";

const names = [
  "sessionKey",
  "cookieKey",
  "oidcClientSecret",
  "playbackKey",
  "encryptionKey",
  "postgresPassword",
] as const;

/** The keys one installation makes for itself; each is 32 random bytes written as 43 letters of base64url. */
export type Secrets = Record<(typeof names)[number], string>;

/**
 * Reads the installation's secrets from `secrets.json` in the data folder (mode 0600), or from KINORA_SECRETS_FILE when several
 * machines share them. What is missing is made once: of two processes that try at the same time, one wins and both read its values.
 * @throws ConfigError when the file exists but cannot be read as secrets: new ones would lock every user out.
 */
export function readSecrets(dataDir: string, env: Record<string, string | undefined> = process.env): Secrets {
  const file = env["KINORA_SECRETS_FILE"] || join(dataDir, "secrets.json");
  const known = read(file) ?? create(file);
  const missing = names.filter((name) => !known[name]);
  if (missing.length === 0) return known as Secrets;
  // A newer version knows one more secret than the version that wrote the file.
  const complete = { ...known, ...Object.fromEntries(missing.map((name) => [name, newSecret()])) } as Secrets;
  const unfinished = writeBeside(file, complete);
  // Root may run a command on the folder of another account, which must stay able to read the file.
  if (process.getuid?.() === 0) chownSync(unfinished, statSync(file).uid, statSync(file).gid);
  renameSync(unfinished, file);
  return complete;
}

function read(file: string): Partial<Secrets> | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new ConfigError(
      `${file} cannot be read (${(problem as Error).message}). Kinora needs it to read its own cookies and database.`,
    );
  }
  try {
    return JSON.parse(text) as Partial<Secrets>;
  } catch {
    throw new ConfigError(`${file} is damaged: it is not JSON. Bring it back from a backup.`);
  }
}

function create(file: string): Partial<Secrets> {
  mkdirSync(dirname(file), { recursive: true });
  const fresh = Object.fromEntries(names.map((name) => [name, newSecret()]));
  const unfinished = writeBeside(file, fresh);
  try {
    // A link, unlike a rename, fails when another process was first.
    linkSync(unfinished, file);
    return fresh;
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== "EEXIST") throw problem;
    return read(file) ?? fresh;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function writeBeside(file: string, secrets: Partial<Secrets>): string {
  const unfinished = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const handle = openSync(unfinished, "wx", 0o600);
  try {
    writeSync(handle, `${JSON.stringify(secrets, null, 2)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return unfinished;
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
