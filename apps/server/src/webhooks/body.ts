import { shownNouns } from "@kinora/contract/webhooks/event-bodies.ts";
import type { ShownNoun } from "@kinora/contract/webhooks/event-objects.ts";
import type { Database } from "@kinora/db/connect.ts";
import { invoiceState } from "@kinora/domain/billing/invoice-states.ts";
import { dayIn } from "@kinora/domain/billing/months.ts";
import { WEBHOOK_API_VERSION } from "@kinora/domain/webhooks/events.ts";
import { sql, type RawBuilder } from "kysely";

export interface Message {
  id: string;
  /** Null for an event of the account, which is then named. */
  project_id: number | null;
  account_id: number | null;
  type: string;
  change: string;
  payload: Record<string, unknown>;
  body: string | null;
  created_at: Date;
}

/** What a body says of the object of its event, by noun: the columns, as a row of the table `o`. */
const OBJECTS: Record<
  Exclude<ShownNoun, "project" | "user" | "account" | "invoice">,
  { table: string; columns: string }
> = {
  video: {
    table: "videos",
    columns: "id, hash, title, status, published, playable, duration_seconds, category_id, created_at, deleted_at",
  },
  rendition: {
    table: "renditions",
    columns: "id, version, kind, label, width, height, codecs, bitrate_average, size_bytes, duration_seconds",
  },
  import: {
    table: "import_jobs",
    columns: "id, kind, name, state, message, created_at, finished_at",
  },
  stream: {
    table: "streams",
    columns: "id, hash, name, state, enabled, paused, on_air, category_id, created_at, deleted_at",
  },
  playlist: { table: "playlists", columns: "id, hash, name, type, published, created_at" },
  player: { table: "players", columns: "id, hash, title, is_default, version, created_at" },
  category: { table: "categories", columns: "id, name, slug, active, created_at" },
  tag: { table: "tags", columns: "id, name, created_at" },
  restriction: { table: "restriction_profiles", columns: "id, name, is_default, created_at" },
  api_key: { table: "api_keys", columns: "id, name, prefix, scopes, expires_at, disabled_at, created_at" },
  signing_key: { table: "signing_keys", columns: "id, kid, algorithm, expires_at, revoked_at, created_at" },
  invitation: { table: "project_invitations", columns: "id, role_id, created_at, expires_at" },
  webhook: { table: "webhooks", columns: "id, name, url, failing_since, disabled_at, disabled_reason, created_at" },
};

/**
 * The body of a message, the same for every webhook and in every attempt: it is stored before it is first sent. It shows the
 * object as it is then; null when it was deleted for good.
 */
export async function bodyOf(db: Database, message: Message, now: Date): Promise<string> {
  if (message.body !== null) return message.body;
  const body = JSON.stringify({
    id: message.id,
    type: message.type,
    api_version: WEBHOOK_API_VERSION,
    created_at: message.created_at.toISOString(),
    project_id: message.project_id,
    data: { change: message.change, ...message.payload, ...(await objectsOf(db, message, now)) },
  });
  const stored = await db
    .updateTable("webhook_messages")
    .set({ body: sql<string>`coalesce(body, ${body})` })
    .where("id", "=", message.id)
    .returning("body")
    .executeTakeFirst();
  return stored?.body ?? body;
}

/** The objects of a message by noun. Where its type can be of several, they are those that it names. */
async function objectsOf(db: Database, message: Message, now: Date): Promise<Record<string, unknown>> {
  const nouns = shownNouns(message.type);
  const named = nouns.length > 1 ? nouns.filter((noun) => `${noun}_id` in message.payload) : nouns;
  const objects: Record<string, unknown> = {};
  for (const noun of named) objects[noun] = await objectOf(db, noun, message, now);
  return objects;
}

async function objectOf(db: Database, noun: ShownNoun, { payload, ...message }: Message, now: Date) {
  const { project_id: projectId, account_id: accountId } = message;
  if (noun === "account") return readObject(db, "accounts", "id, name", sql`o.id = ${accountId}`);
  if (noun === "invoice") return readInvoice(db, accountId, payload["invoice_id"], now);
  if (noun === "project") return readObject(db, "projects", "id, hash, name, domain", sql`o.id = ${projectId}`);
  const id = payload[`${noun}_id`];
  if (noun === "user") return readObject(db, "users", "id, first_name, last_name", sql`o.id = ${id}`);
  const { table, columns } = OBJECTS[noun];
  const isOfProject =
    noun === "rendition"
      ? sql`exists (select from videos where videos.id = o.video_id and videos.project_id = ${projectId})`
      : sql`o.project_id = ${projectId}`;
  return readObject(db, table, columns, sql`o.id = ${id} and ${isOfProject}`);
}

interface InvoiceRow {
  id: number;
  number: string;
  issued_on: string;
  due_on: string;
  kind: "invoice" | "credit_note";
  total: number;
  paid: number;
  credited: number;
  credited_by: number | null;
}

/** An invoice without amounts and addresses, with its state on the day of `now` (UTC); null when it is not of the account. */
async function readInvoice(db: Database, accountId: number | null, id: unknown, now: Date) {
  const { rows } = await sql<InvoiceRow>`
    select id, number, issued_on::text, due_on::text, kind, total, paid, credited, credited_by
    from invoices where id = ${id} and account_id = ${accountId}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { number, issued_on, due_on } = row;
  return { id: row.id, number, state: invoiceState(row, dayIn("UTC", now)), issued_on, due_on };
}

async function readObject(
  db: Database,
  table: string,
  columns: string,
  where: RawBuilder<unknown>,
): Promise<Record<string, unknown> | null> {
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.raw(columns)} from ${sql.table(table)} o where ${where}`.execute(db);
  return rows[0] ?? null;
}
