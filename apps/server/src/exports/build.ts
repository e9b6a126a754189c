import { EXPORT_DAYS } from "@kinora/domain/accounts/export.ts";
import { StorageFull } from "@kinora/storage/errors.ts";
import { z } from "zod";
import type { Services } from "../context.ts";
import { task } from "../platform/jobs/tasks.ts";
import { GiveUp } from "../platform/refusal.ts";
import { mailExport } from "./mail.ts";

const DAY_MS = 86_400_000;
const NOTE_EVERY_MS = 1_000;

export const EXPORTS_FOLDER = "exports";
export const exportKey = (id: number) => `${EXPORTS_FOLDER}/${id}.zip`;

class Cancelled extends Error {}

/**
 * Writes the zip of an export. Its tables are read in one transaction, so that they fit each other. A run after a worker that
 * was killed begins from the start; what that one wrote was visible to nobody.
 */
export const buildExport = task({
  name: "exports.build",
  payload: z.object({ exportId: z.number() }),
  async run(services, { exportId }, { signal }) {
    const { db, storage, jobs, clock } = services;
    const row = await db
      .selectFrom("account_exports")
      .select("account_id")
      .where("id", "=", exportId)
      .where("state", "=", "running")
      .executeTakeFirst();
    if (!row) return;
    const bytes = await write(services, exportId, row.account_id, signal);
    if (bytes === null) return;
    const now = clock.now();
    const isKept = await db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable("account_exports")
        .set((eb) => ({ state: "complete", bytes, files_done: eb.fn.coalesce("files", eb.lit(0)), finished_at: now }))
        .set({ expires_at: new Date(now.getTime() + EXPORT_DAYS * DAY_MS) })
        .where("id", "=", exportId)
        .where("state", "=", "running")
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await jobs.send(tx, mailExport, { exportId });
      return numUpdatedRows > 0n;
    });
    if (!isKept) await storage.delete(exportKey(exportId));
  },
  async gaveUp({ db, jobs, clock }, { exportId }, { message: problem }) {
    await db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable("account_exports")
        .set({ state: "failed", problem, finished_at: clock.now() })
        .where("id", "=", exportId)
        .where("state", "=", "running")
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await jobs.send(tx, mailExport, { exportId });
    });
  },
});

/** @returns the zip's bytes; null when it was cancelled. @throws GiveUp when the storage is full. */
async function write(services: Services, id: number, accountId: number, signal: AbortSignal): Promise<number | null> {
  const { db, storage, clock } = services;
  // What an export needs of the other rooms is loaded with the first one: every role loads its task.
  const [{ addFiles, addSnapshot, countFiles }, { storeZip }] = await Promise.all([
    import("./content.ts"),
    import("./zip.ts"),
  ]);
  try {
    return await storeZip(storage, exportKey(id), { modifiedAt: clock.now(), signal }, async (add) => {
      let [done, files] = [0, 0];
      const note = notes(services, id);
      const addNoted: typeof add = async (name, content) => {
        signal.throwIfAborted();
        await note(done, files);
        await add(name, content);
        done += 1;
      };
      const listed = await db
        .transaction()
        .setIsolationLevel("repeatable read")
        .setAccessMode("read only")
        .execute(async (tx) => {
          files = await countFiles(tx, accountId);
          return addSnapshot(services, tx, accountId, addNoted);
        });
      await addFiles(services, accountId, listed, addNoted);
    });
  } catch (error) {
    if (error instanceof Cancelled) return null;
    if (error instanceof StorageFull)
      throw new GiveUp("storage_full", "The storage has no room for the export. Request it again later.", true);
    throw error;
  }
}

/** Stores how far an export is, at most once a second. @throws Cancelled when it is not wanted any more. */
function notes({ db }: Services, id: number): (done: number, files: number) => Promise<void> {
  let notedAt = -Infinity;
  return async (done, files) => {
    if (performance.now() - notedAt < NOTE_EVERY_MS) return;
    notedAt = performance.now();
    const { numUpdatedRows } = await db
      .updateTable("account_exports")
      .set({ files_done: done, files })
      .where("id", "=", id)
      .where("state", "=", "running")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Cancelled("The export was cancelled.");
  };
}
