import type { Services } from "../context.ts";
import type { Chore } from "../platform/jobs/chores.ts";
import { buildExport, exportKey, EXPORTS_FOLDER } from "./build.ts";
import { mailExport } from "./mail.ts";

export const exportTasks = [buildExport, mailExport];

const BATCH = 100;

/** Deletes the files of exports that were downloaded, expired or cancelled, and what killed workers left of theirs. */
async function deleteOldExports({ db, storage, clock }: Services): Promise<void> {
  await storage.sweepDrafts(`${EXPORTS_FOLDER}/`);
  const old = await db
    .selectFrom("account_exports")
    .select("id")
    .where("file_deleted_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("downloaded_at", "is not", null),
        eb("expires_at", "<=", clock.now()),
        eb("state", "in", ["failed", "cancelled"]),
      ]),
    )
    // One that began in time is sent to its end.
    .where("sending_since", "is", null)
    .orderBy("id")
    .limit(BATCH)
    .execute();
  for (const { id } of old) {
    await storage.delete(exportKey(id));
    await db.updateTable("account_exports").set({ file_deleted_at: clock.now() }).where("id", "=", id).execute();
  }
}

export const exportChores: readonly Chore[] = [
  {
    name: "exports.delete_old",
    does: "Deletes exports of accounts that were downloaded or whose time is over.",
    everySeconds: 600,
    run: deleteOldExports,
  },
];
