import { sql, type Kysely } from "kysely";

/** Projects that owners offer to the owner of another account; one offer of a project is open at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table project_transfers (
      id bigint generated always as identity primary key,
      project_id bigint not null references projects on delete cascade,
      from_account_id bigint not null references accounts,
      -- Of the person it is offered to, in lower case; whether there is such a person is not looked up.
      email text not null,
      state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
      offered_at timestamptz not null,
      offered_by bigint references users on delete set null,
      expires_at timestamptz not null,
      to_account_id bigint references accounts,
      decided_at timestamptz,
      decided_by bigint references users on delete set null
    );
    create unique index project_transfers_open on project_transfers (project_id) where state = 'open';
    create index project_transfers_to on project_transfers (email) where state = 'open';
    create index project_transfers_from on project_transfers (from_account_id, offered_at);
  `.execute(db);
}
