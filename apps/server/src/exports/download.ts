import { EXPORT_LOST_MINUTES, EXPORT_PERMIT_MINUTES } from "@kinora/domain/accounts/export.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import type { Grant } from "../platform/access/scope.ts";
import { audit } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";
import { exportKey } from "./build.ts";
import { line } from "./requests.ts";

const MINUTE_MS = 60_000;

const none = () => new Refusal("conflict", "There is no export to download. Request one.");

/**
 * Lets the caller, who confirmed their identity a moment ago, begin the download within minutes: the download itself is a plain link,
 * which cannot ask for a proof.
 * @throws Refusal `conflict` when there is nothing to download any more.
 */
export const permitDownload = (context: Context, { accountId }: Grant): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const now = context.clock.now();
    const { caller } = context;
    if (caller.kind !== "user") throw new Refusal("forbidden", "This needs a person.");
    const until = new Date(now.getTime() + EXPORT_PERMIT_MINUTES * MINUTE_MS);
    const row = await tx
      .updateTable("account_exports")
      .set({ permitted_to: caller.userId, permitted_until: until })
      .where("account_id", "=", accountId)
      .where("state", "=", "complete")
      .where("downloaded_at", "is", null)
      .where("file_deleted_at", "is", null)
      .where("expires_at", ">", now)
      .returning("id")
      .executeTakeFirst();
    if (!row) throw none();
    await audit(tx, line(context, accountId, row.id, "account.export_download_permitted"));
  });

/**
 * The zip of an export, once: when its last byte was read it counts as downloaded. One that breaks off before can be begun again.
 * @throws Refusal `conflict` for callers who were not let, while another download is in progress, and when nothing is left to download.
 */
export async function downloadExport(context: Context, { accountId }: Grant) {
  const { caller, db, clock, storage } = context;
  if (caller.kind !== "user") throw new Refusal("forbidden", "This needs a person.");
  const now = clock.now();
  const { rows } = await sql<{ id: number }>`
    update account_exports set sending_since = ${now}::timestamptz, permitted_until = null
    where account_id = ${accountId} and state = 'complete' and downloaded_at is null and file_deleted_at is null
      and expires_at > ${now}::timestamptz and permitted_to = ${caller.userId} and permitted_until > ${now}::timestamptz
      and (sending_since is null or sending_since < ${now}::timestamptz - make_interval(mins => ${EXPORT_LOST_MINUTES}))
    returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw none();
  const { stream, sizeBytes } = await storage.get(exportKey(id)).catch(async (error: unknown) => {
    await db
      .updateTable("account_exports")
      .set({ sending_since: null, ...(error instanceof NotStored ? { file_deleted_at: now } : {}) })
      .where("id", "=", id)
      .execute();
    throw error instanceof NotStored ? none() : error;
  });
  return {
    headers: {
      "content-type": "application/zip",
      "content-length": String(sizeBytes),
      "content-disposition": `attachment; filename="kinora-account-${accountId}-${now.toISOString().slice(0, 10)}.zip"`,
      "cache-control": "no-store",
    },
    body: ReadableStream.from(send(context, { accountId, id, userId: caller.userId }, stream)),
  };
}

interface Sending {
  accountId: number;
  id: number;
  userId: number;
}

async function* send(
  context: Context,
  { accountId, id, userId }: Sending,
  stream: AsyncIterable<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let isSent = false;
  try {
    yield* stream;
    isSent = true;
  } finally {
    await context.db.transaction().execute(async (tx) => {
      const downloaded = isSent ? { downloaded_at: context.clock.now(), downloaded_by: userId } : {};
      await tx
        .updateTable("account_exports")
        .set({ sending_since: null, ...downloaded })
        .where("id", "=", id)
        .execute();
      if (isSent) await audit(tx, line(context, accountId, id, "account.export_downloaded"));
    });
  }
}
