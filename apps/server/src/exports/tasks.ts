import { EXPORT_LOST_MINUTES } from "@kinora/domain/accounts/export.ts";
import type { Services } from "../context.ts";
import type { Chore } from "../platform/jobs/chores.ts";
import { buildExport, exportKey, EXPORTS_FOLDER } from "./build.ts";
import { mailExport } from "./mail.ts";

export const exportTasks = [buildExport, mailExport];

const BATCH = 100;

/**
 * Deletes the files of exports that were downloaded, expired or cancelled, of deleted accounts, and what killed workers left.
 * @throws AggregateError with the files that could not be deleted, after the other ones.
 */
async function deleteOldExports(services: Services): Promise<void> {
  const { db, storage, clock } = services;
  const failures: unknown[] = [];
  let after = 0;
  for (;;) {
    const old = await findOldExports(services, after);
    for (const id of old) {
      try {
        await storage.delete(exportKey(id));
        await db.updateTable("account_exports").set({ file_deleted_at: clock.now() }).where("id", "=", id).execute();
      } catch (error) {
        failures.push(error);
      }
    }
    after = old.at(-1) ?? after;
    if (old.length < BATCH) break;
  }
  await storage.sweepDrafts(`${EXPORTS_FOLDER}/`);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} exports could not be deleted`);
}

/** The next exports after an id whose files are to be deleted. */
async function findOldExports({ db, clock }: Services, after: number): Promise<number[]> {
  const now = clock.now();
  const lost = new Date(now.getTime() - EXPORT_LOST_MINUTES * 60_000);
  const old = await db
    .selectFrom("account_exports")
    .innerJoin("accounts", "accounts.id", "account_exports.account_id")
    .select("account_exports.id")
    .where("file_deleted_at", "is", null)
    .where("account_exports.id", ">", after)
    .where((eb) =>
      eb.or([
        eb("downloaded_at", "is not", null),
        eb("expires_at", "<=", now),
        eb("account_exports.state", "in", ["failed", "cancelled"]),
        eb("accounts.status", "=", "closed"),
      ]),
    )
    // A download that began in time is sent to its end.
    .where((eb) => eb.or([eb("sending_since", "is", null), eb("sending_since", "<", lost)]))
    .orderBy("account_exports.id")
    .limit(BATCH)
    .execute();
  return old.map(({ id }) => id);
}

export const exportChores: readonly Chore[] = [
  {
    name: "exports.delete_old",
    does: "Deletes exports of accounts that were downloaded or have expired.",
    everySeconds: 600,
    run: deleteOldExports,
  },
];
