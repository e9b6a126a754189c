import { sql, type Kysely } from "kysely";

/** Which plans owners can request, and what they requested; one request of an account is open at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table plans add column requestable boolean not null default false;

    create table plan_requests (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts on delete cascade,
      plan_id bigint not null references plans,
      note text not null default '',
      state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn')),
      answer text not null default '',
      requested_at timestamptz not null,
      requested_by bigint references users on delete set null,
      decided_at timestamptz,
      decided_by bigint references users on delete set null
    );
    create unique index plan_requests_open on plan_requests (account_id) where state = 'open';
    create index plan_requests_account on plan_requests (account_id, id desc);
  `.execute(db);
}
