import { mkdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { Services } from "../../context.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { GiveUp } from "../../platform/refusal.ts";
import { runCommand } from "../command.ts";
import { sha256Of } from "./file-sum.ts";
import { folderProblem } from "./folder.ts";

const NOTE_EVERY_MS = 1_000;

/** Writes a backup as the command line does. A second run begins from the start, unless the file is there already. */
export const writeBackup = task({
  name: "operations.write_backup",
  payload: z.object({ backupId: z.number() }),
  maximumFailures: 2,
  async run(services, { backupId }, { signal }) {
    const backup = await services.db
      .selectFrom("backups")
      .select(["file", "state"])
      .where("id", "=", backupId)
      .executeTakeFirst();
    if (!backup) return;
    const { file, state } = backup;
    // Cancelled after its worker was killed: what that one wrote has every secret of the installation.
    if (state === "cancelled") await removeFiles(file);
    if (state !== "running") return;
    await requireFolder(services, file);
    if (!(await sizeOf(file)) && !(await write(services, backupId, file, signal))) return;
    const sha256 = await sha256Of(file, signal);
    const facts = { bytes: (await sizeOf(file)) ?? 0, sha256, finished_at: services.clock.now() };
    if (!(await note(services, backupId, { state: "complete", ...facts }))) await rm(file, { force: true });
  },
  async gaveUp(services, { backupId }, { message }) {
    await note(services, backupId, { state: "failed", problem: message, finished_at: services.clock.now() });
    const backup = await services.db.selectFrom("backups").select("file").where("id", "=", backupId).executeTakeFirst();
    if (backup)
      await rm(partOf(backup.file), { force: true }).catch((error: unknown) => {
        services.log.warn({ err: error, file: backup.file }, "what was written of a failed backup is still there");
      });
  },
});

/** The data folder's own folder is created; one that the operator named has to be there. @throws GiveUp when it is not. */
async function requireFolder({ config }: Services, file: string): Promise<void> {
  if (config.backupDir === null) await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const problem = config.backupDir === null ? null : await folderProblem(dirname(file));
  if (problem !== null) throw new GiveUp("backup_failed", problem, true);
}

/**
 * Runs the command and notes how far it is; false when the backup was cancelled meanwhile, without leaving a file.
 * @throws GiveUp with the command's words.
 */
async function write(services: Services, id: number, file: string, signal: AbortSignal): Promise<boolean> {
  const cancelled = new AbortController();
  const ended = new AbortController();
  const noting = (async () => {
    while (!ended.signal.aborted) {
      const isWanted = await note(services, id, { host: hostname(), bytes: (await sizeOf(partOf(file))) ?? 0 });
      if (!isWanted) cancelled.abort();
      await wait(NOTE_EVERY_MS, null, { signal: ended.signal }).catch(() => null);
    }
  })();
  try {
    const either = AbortSignal.any([signal, cancelled.signal]);
    const { code, errors } = await runCommand(services.config, ["backup", file], { signal: either });
    signal.throwIfAborted();
    if (cancelled.signal.aborted) {
      await rm(file, { force: true });
      return false;
    }
    if (code !== 0) throw new GiveUp("backup_failed", errors.trim() || "The backup failed without a word.", true);
    return true;
  } finally {
    ended.abort();
    await noting;
  }
}

interface Note {
  host?: string;
  bytes?: number;
  sha256?: Buffer;
  state?: "complete" | "failed";
  problem?: string;
  finished_at?: Date;
}

/** Stores how far a backup is; false when it was cancelled. */
async function note({ db }: Services, id: number, noted: Note): Promise<boolean> {
  const row = await db
    .updateTable("backups")
    .set(noted)
    .where("id", "=", id)
    .where("state", "=", "running")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** What the command writes until it is complete. */
const partOf = (file: string) => `${file}.part`;

async function removeFiles(file: string): Promise<void> {
  for (const path of [file, partOf(file)]) await rm(path, { force: true });
}

/** Bytes of a file; null when it does not exist. */
async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
