import { sql, type Kysely } from "kysely";

/** The session of a superuser can act as another person, for a while and with a reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_sessions
      add column acts_as_user_id bigint references users on delete cascade,
      add column acts_reason text,
      add column acts_until timestamptz,
      add column acts_writing boolean not null default false;
    create index api_sessions_acts_as on api_sessions (acts_as_user_id) where acts_as_user_id is not null
  `.execute(db);
}
