import { sql, type Kysely } from "kysely";

/** What the inboxes of webhooks received. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook_inbox (
      id bigint generated always as identity primary key,
      webhook_id bigint not null references webhooks on delete cascade,
      project_id bigint not null,
      received_at timestamptz not null,
      headers jsonb not null,
      body text not null,
      -- Why the signature is not right; null when it is.
      problem text
    );
    create index webhook_inbox_webhook on webhook_inbox (webhook_id, id)
  `.execute(db);
}
