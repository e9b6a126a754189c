import { ARCHIVE_HOURS } from "@kinora/domain/imports/archive.ts";
import { KEPT_DAYS } from "@kinora/domain/imports/imports.ts";
import { sql } from "kysely";
import type { Services } from "../context.ts";
import type { Chore } from "../platform/jobs/chores.ts";
import { ARCHIVES_FOLDER } from "../uploads/import/archive-file.ts";

/** Deletes keys to buckets and uploaded archives of imports that ended, or were read and not started, some days ago. */
export const forgetSources: Chore = {
  name: "imports.forget_sources",
  does: "Deletes keys to S3 buckets and uploaded archives of imports that ended.",
  everySeconds: 3_600,
  async run(services) {
    const { db, clock } = services;
    const now = clock.now().getTime();
    await db
      .updateTable("import_jobs")
      .set({ state: "failed", message: "The archive was not received.", finished_at: clock.now() })
      .where("state", "=", "receiving")
      .where(({ eb, fn }) => eb(fn.coalesce("part_at", "created_at"), "<", new Date(now - ARCHIVE_HOURS * 3_600_000)))
      .execute();
    await db
      .updateTable("import_jobs")
      .set({ bucket_keys_sealed: null, archive_bytes: null, stored_bytes: 0 })
      .where(({ or, eb }) => or([eb("bucket_keys_sealed", "is not", null), eb("archive_bytes", "is not", null)]))
      .where("state", "not in", ["receiving", "reading", "running"])
      .where(({ eb, fn }) => eb(fn.coalesce("finished_at", "created_at"), "<", new Date(now - KEPT_DAYS * 86_400_000)))
      .execute();
    await deleteArchives(services);
  },
};

/** Deletes the stored parts that no import has any more, those of deleted projects included. */
async function deleteArchives({ db, storage }: Pick<Services, "db" | "storage">): Promise<void> {
  const stored = new Set<string>();
  for await (const { key } of storage.list(`${ARCHIVES_FOLDER}/`)) stored.add(key.split("/")[1] ?? "");
  if (stored.size === 0) return;
  const { rows } = await sql<{ folder: string }>`
    select folder from unnest(${[...stored]}::text[]) folder
    where not exists (select from import_jobs where id::text = folder and archive_bytes is not null)`.execute(db);
  for (const { folder } of rows) await storage.deletePrefix(`${ARCHIVES_FOLDER}/${folder}/`);
}
