import { sql } from "kysely";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import type { Grant } from "../platform/access/scope.ts";
import { audit } from "../platform/events/events.ts";
import { countMail } from "../platform/mail/mail-limits.ts";
import { Refusal } from "../platform/refusal.ts";
import { buildExport } from "./build.ts";

/** The last export of an account; null where none was requested. */
export async function readExport({ db, clock }: Context, { accountId }: Grant) {
  const row = await db
    .selectFrom("account_exports as e")
    .leftJoin("users as r", "r.id", "e.requested_by")
    .leftJoin("users as d", "d.id", "e.downloaded_by")
    .select(["state", "requested_at", "files_done", "files", "bytes", "problem", "finished_at", "expires_at"])
    .select(["downloaded_at", "file_deleted_at"])
    .select(["r.id as r_id", "r.first_name as r_first", "r.last_name as r_last"])
    .select(["d.id as d_id", "d.first_name as d_first", "d.last_name as d_last"])
    .where("e.account_id", "=", accountId)
    .orderBy("e.id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { r_id: r, r_first, r_last, d_id: d, d_first, d_last, file_deleted_at: deletedAt, ...facts } = row;
  const isFresh = row.expires_at !== null && row.expires_at > clock.now();
  return {
    ...facts,
    requested_by: r === null ? null : { id: r, first_name: r_first ?? "", last_name: r_last ?? "" },
    downloaded_by: d === null ? null : { id: d, first_name: d_first ?? "", last_name: d_last ?? "" },
    available: row.state === "complete" && row.downloaded_at === null && deletedAt === null && isFresh,
  };
}

/** Begins an export; the file of the one before is deleted. @throws Refusal `conflict` while one is in progress, `rate_limited` after many today. */
export const requestExport = (context: Context, { accountId }: Grant): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const now = context.clock.now();
    const { caller } = context;
    const { rows } = await sql<{ id: number }>`
      insert into account_exports (account_id, requested_at, requested_by)
      values (${accountId}, ${now}, ${caller.kind === "user" ? caller.userId : null})
      on conflict do nothing returning id`.execute(tx);
    const id = rows[0]?.id;
    if (id === undefined) throw new Refusal("conflict", "An export is in progress.");
    await tx
      .updateTable("account_exports")
      .set({ expires_at: now })
      .where("account_id", "=", accountId)
      .where("expires_at", ">", now)
      .execute();
    await countMail(tx, "account_export", { accountId }, now);
    await context.jobs.send(tx, buildExport, { exportId: id });
    await audit(tx, line(context, accountId, id, "account.export_requested"));
  });

/** Cancels the export in progress. @throws Refusal `conflict` when there is none. */
export const cancelExport = (context: Context, { accountId }: Grant): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable("account_exports")
      .set({ state: "cancelled", finished_at: context.clock.now() })
      .where("account_id", "=", accountId)
      .where("state", "=", "running")
      .returning("id")
      .executeTakeFirst();
    if (!row) throw new Refusal("conflict", "No export is in progress.");
    await audit(tx, line(context, accountId, row.id, "account.export_cancelled"));
  });

/** A line of the audit log about an export. */
export const line = ({ caller }: Context, accountId: number, id: number, action: string) => ({
  ...{ accountId, projectId: null, actor: actorOf(caller), action },
  ...{ objectType: "account_export", objectId: id, objectTitle: "" },
});
