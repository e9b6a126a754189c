import { inGigabytes } from "@kinora/domain/uploads/uploads.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Services } from "../context.ts";
import type { Chore } from "../platform/jobs/chores.ts";
import { task } from "../platform/jobs/tasks.ts";
import { mailName } from "../platform/mail/mail-name.ts";

/** Mails one owner that a project reached its soft quota. */
export const mailStorageWarning = task({
  name: "projects.mail_storage_warning",
  payload: z.object({ projectId: z.number(), ownerId: z.number() }),
  maximumFailures: 8,
  async run({ db, mail, config }, { projectId, ownerId }) {
    const { rows } = await sql<Warned>`
      select p.name, p.storage_soft_bytes as soft, p.storage_hard_bytes as hard, s.bytes, u.email
      from projects p join project_storage s on s.project_id = p.id
        join account_owners o on o.account_id = p.account_id and o.user_id = ${ownerId}
        join users u on u.id = o.user_id and u.status = 'active'
      where p.id = ${projectId} and p.deleted_at is null and s.bytes >= p.storage_soft_bytes`.execute(db);
    const [warned] = rows;
    // Deleted, or below it again.
    if (!warned) return;
    await mail.send({
      kind: "storage_warning",
      to: warned.email,
      subject: "A project is near its storage quota",
      text: [
        `The project ${mailName(warned.name)} stores ${inGigabytes(warned.bytes)}. Its warning level is ${inGigabytes(warned.soft)}.`,
        warned.hard === null ? "Nothing is refused." : `Uploads are refused above ${inGigabytes(warned.hard)}.`,
        `Owners of the account see its projects at\n${config.urls.console}/account/projects`,
      ].join("\n\n"),
    });
  },
});

interface Warned {
  name: string;
  soft: number;
  hard: number | null;
  bytes: number;
  email: string;
}

/** Warns the owners of a project's account once each time it comes to store as much as its soft quota. */
export const warnOfStorage: Chore = {
  name: "projects.warn_of_storage",
  does: "Mails owners when a project comes to its storage quota.",
  everySeconds: 600,
  run: async (services: Services) => {
    const { db, clock } = services;
    await sql`
      update projects p set storage_warned_at = null
      where storage_warned_at is not null and coalesce((select bytes from project_storage where project_id = p.id), 0)
        < coalesce(storage_soft_bytes, 9223372036854775807)`.execute(db);
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: number; account_id: number; bytes: number; soft: number }>`
        update projects p set storage_warned_at = ${clock.now()}::timestamptz from project_storage s
        where s.project_id = p.id and p.deleted_at is null and p.storage_warned_at is null and s.bytes >= p.storage_soft_bytes
        returning p.id, p.account_id, s.bytes, p.storage_soft_bytes as soft`.execute(tx);
      for (const { id: projectId, account_id: accountId, bytes, soft } of rows) {
        await services.emit(tx, {
          type: "usage.threshold",
          accountId,
          projectId,
          payload: { project_id: projectId, meter: "storage", bytes, threshold_bytes: soft },
          actor: { kind: "system" },
        });
        const owners = await tx
          .selectFrom("account_owners")
          .select("user_id")
          .where("account_id", "=", accountId)
          .execute();
        for (const { user_id: ownerId } of owners)
          await services.jobs.send(tx, mailStorageWarning, { projectId, ownerId });
      }
    });
  },
};
