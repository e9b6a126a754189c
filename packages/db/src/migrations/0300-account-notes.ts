import { sql, type Kysely } from "kysely";

/** What superusers write down about an account; its people never see it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_notes (
      account_id bigint primary key references accounts on delete cascade,
      note text not null check (note <> ''),
      changed_at timestamptz not null,
      changed_by bigint references users on delete set null
    );
  `.execute(db);
}
