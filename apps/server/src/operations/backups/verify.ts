import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { missingInBackup } from "@kinora/domain/operations/backups.ts";
import { z } from "zod";
import type { Services } from "../../context.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { sha256Of } from "./file-sum.ts";

/** Reads a backup's whole file: it is what was written, and has all that a restore needs. */
export const checkBackup = task({
  name: "operations.check_backup",
  payload: z.object({ backupId: z.number() }),
  async run(services, { backupId }, { signal }) {
    const backup = await services.db
      .selectFrom("backups")
      .select(["file", "host", "sha256", "verification"])
      .where("id", "=", backupId)
      .executeTakeFirst();
    if (backup?.verification !== "running") return;
    const problem = await problemOf(backup, signal);
    await end(services, backupId, problem === null ? "right" : "wrong", problem);
  },
  gaveUp: (services, { backupId }, { message }) => end(services, backupId, "failed", message),
});

async function problemOf(
  { file, host, sha256 }: { file: string; host: string; sha256: Buffer | null },
  signal: AbortSignal,
): Promise<string | null> {
  if (!existsSync(file))
    return host === hostname()
      ? "The file is not there any more."
      : `The file is on ${host}, and the worker on ${hostname()} looked for it.`;
  const missing = missingInBackup(await entriesOf(file, signal));
  if (missing.length > 0) return `The file lacks ${missing.join(", ")}.`;
  return sha256?.equals(await sha256Of(file, signal)) === true ? null : "The file is not what was written.";
}

/** The paths in a tar file; none for other files. */
async function entriesOf(file: string, signal: AbortSignal): Promise<string[]> {
  const child = spawn("tar", ["--list", `--file=${file}`], { stdio: ["ignore", "pipe", "ignore"], signal });
  const [paths] = await Promise.all([readPaths(child.stdout), once(child, "close")]);
  return paths;
}

/** Media is not looked for by name: its paths would be many. */
async function readPaths(input: Readable): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of createInterface({ input })) if (!path.startsWith("media/")) paths.push(path);
  return paths;
}

async function end(
  { db, clock }: Services,
  id: number,
  verification: "right" | "wrong" | "failed",
  problem: string | null,
): Promise<void> {
  await db
    .updateTable("backups")
    .set({ verification, verified_at: clock.now(), verification_problem: problem })
    .where("id", "=", id)
    .execute();
}
