import { sql, type Kysely } from "kysely";

/** A session knows when its person last proved that it is they; an account can ask for that before keys are shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table login_sessions
      add column proved_at timestamptz,
      add column factor_proved_at timestamptz;
    alter table accounts add column keys_need_proof boolean not null default false
  `.execute(db);
}
