import { OWNED_FOLDERS } from "@kinora/domain/operations/reclaim.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Context, Services } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import { audit } from "../../platform/events/events.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { Refusal } from "../../platform/refusal.ts";
import { readCandidates } from "./candidates.ts";
import { addOrphans, dropYoung, FolderSums, isOrphan } from "./orphans.ts";

/** Files between two notes of how far a search is; also the most folders compared with rows at once. */
const NOTE_EVERY = 2_000;

/** Searches for what could be deleted: what rows speak of, then every stored file. A second run begins from the start. */
export const searchStorage = task({
  name: "operations.search_storage",
  payload: z.object({ scanId: z.number() }),
  async run(services, { scanId }, { signal }) {
    const { db, storage, clock } = services;
    await db.deleteFrom("storage_orphans").where("scan_id", "=", scanId).execute();
    const candidates = await readCandidates(db, clock.now());
    if (!(await note(services, scanId, { files: 0, bytes: 0, candidates: JSON.stringify(candidates) }))) return;
    let [files, bytes] = [0, 0];
    const sums = new FolderSums();
    for (const folder of OWNED_FOLDERS) {
      for await (const file of storage.list(`${folder}/`)) {
        signal.throwIfAborted();
        files += 1;
        bytes += file.sizeBytes;
        sums.add(file);
        if (files % NOTE_EVERY !== 0) continue;
        await addOrphans(db, scanId, sums.take());
        if (!(await note(services, scanId, { files, bytes }))) return;
      }
      await addOrphans(db, scanId, sums.take());
    }
    await dropYoung(db, scanId, clock.now());
    await note(services, scanId, { files, bytes, state: "complete", finished_at: clock.now() });
  },
  async gaveUp(services, { scanId }, { message }) {
    await note(services, scanId, { state: "failed", problem: message, finished_at: services.clock.now() });
  },
});

interface Note {
  files?: number;
  bytes?: number;
  candidates?: string;
  state?: "complete" | "failed";
  problem?: string;
  finished_at?: Date;
}

/** Stores how far a search is; false when it was cancelled. */
async function note({ db }: Services, scanId: number, noted: Note): Promise<boolean> {
  const row = await db
    .updateTable("storage_scans")
    .set(noted)
    .where("id", "=", scanId)
    .where("state", "=", "running")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the folders that a search found, one after the other. A second run continues after the first. */
export const deleteFound = task({
  name: "operations.delete_orphans",
  payload: z.object({ scanId: z.number() }),
  async run({ db, storage, log }, { scanId }, { signal }) {
    const found = await db
      .selectFrom("storage_orphans")
      .select("folder")
      .where("scan_id", "=", scanId)
      .where("state", "=", "found")
      .orderBy("folder")
      .execute();
    for (const { folder } of found) {
      signal.throwIfAborted();
      const isOne = await isOrphan(db, folder);
      if (isOne) log.info({ folder, files: await storage.deletePrefix(`${folder}/`) }, "orphaned folder deleted");
      await db
        .updateTable("storage_orphans")
        .set({ state: isOne ? "deleted" : "kept" })
        .where("scan_id", "=", scanId)
        .where("folder", "=", folder)
        .execute();
    }
    await db.updateTable("storage_scans").set({ deletion: "complete" }).where("id", "=", scanId).execute();
  },
  async gaveUp({ db }, { scanId }, { message }) {
    await db
      .updateTable("storage_scans")
      .set({ deletion: "failed", deletion_problem: message })
      .where("id", "=", scanId)
      .execute();
  },
});

const line = (context: Context, action: string) => ({
  ...{ accountId: null, projectId: null, actor: actorOf(context.caller) },
  ...{ action, objectType: "storage", objectId: null, objectTitle: "" },
});

/** Begins a search; its predecessors are forgotten. @throws Refusal `conflict` while one is under way, or a deletion. */
export const beginScan = (context: Context): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    // One at a time: the second caller waits here, and then sees the first one.
    await sql`lock table storage_scans in share row exclusive mode`.execute(tx);
    const { rows } = await sql`
      select from storage_scans where state = 'running' or deletion = 'running' limit 1`.execute(tx);
    if (rows.length > 0) throw new Refusal("conflict", "A search or a deletion is in progress.");
    await tx.deleteFrom("storage_scans").execute();
    const { id } = await tx
      .insertInto("storage_scans")
      .values({
        requested_at: context.clock.now(),
        expected_bytes: sql<number>`(
          select coalesce(sum(bytes), 0)::bigint - (select coalesce(sum(stored_bytes), 0)::bigint from import_jobs)
          from account_storage)`,
        ...{ problem: null, deletion: null, deletion_problem: null },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await context.jobs.send(tx, searchStorage, { scanId: id });
    await audit(tx, line(context, "storage.searched"));
  });

/** Ends the search that is under way. @throws Refusal `conflict` when there is none. */
export const cancelScan = (context: Context): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable("storage_scans")
      .set({ state: "cancelled", finished_at: context.clock.now() })
      .where("state", "=", "running")
      .returning("id")
      .executeTakeFirst();
    if (!row) throw new Refusal("conflict", "No search is in progress.");
    await audit(tx, line(context, "storage.search_cancelled"));
  });

/**
 * Deletes the folders without a row that the last search found. While they are being deleted, nothing changes.
 * @throws Refusal `conflict` when no search is complete, or it found nothing that is still there.
 */
export const beginDeletion = (context: Context): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    // As a search that begins does, so that neither waits for the other while it is waited for.
    await sql`lock table storage_scans in share row exclusive mode`.execute(tx);
    const scan = await tx
      .selectFrom("storage_scans")
      .select(["id", "deletion"])
      .where("state", "=", "complete")
      .orderBy("id", "desc")
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (!scan) throw new Refusal("conflict", "Search for files without a row first.");
    if (scan.deletion === "running") return;
    const { rows } = await sql<{ folders: number; bytes: number }>`
      select count(*)::int as folders, coalesce(sum(bytes), 0)::bigint as bytes from storage_orphans
      where scan_id = ${scan.id} and state = 'found'`.execute(tx);
    const found = rows[0] ?? { folders: 0, bytes: 0 };
    if (found.folders === 0) throw new Refusal("conflict", "There is nothing to delete.");
    await tx
      .updateTable("storage_scans")
      .set({ deletion: "running", deletion_problem: null })
      .where("id", "=", scan.id)
      .execute();
    await context.jobs.send(tx, deleteFound, { scanId: scan.id });
    await audit(tx, { ...line(context, "storage.orphans_deleted"), changes: { ...found } });
  });
