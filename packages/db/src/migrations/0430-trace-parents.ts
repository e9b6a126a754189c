import { sql, type Kysely } from "kysely";

/** Where the spans of a later request, of a delivery to a viewer and of a webhook belong (W3C Trace Context, `traceparent`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table uploads add column trace_parent text;
    alter table transcodes add column trace_parent text;
    alter table webhook_messages add column trace_parent text;
  `.execute(db);
}
