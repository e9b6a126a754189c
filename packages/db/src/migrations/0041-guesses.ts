import { type Kysely, sql } from "kysely";

/** Failed sign-ins are counted by network and by person, and apart for browsers the person has signed in with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table login_attempts add column network text not null default '', add column known boolean not null default false;
    alter table login_attempts alter column network drop default;
    drop index login_attempts_recent, login_attempts_address;
    create index login_attempts_network on login_attempts (network, created_at desc);
    create index login_attempts_email on login_attempts (email, created_at desc);

    alter table login_tokens drop constraint login_tokens_kind_check;
    alter table login_tokens add constraint login_tokens_kind_check
      check (kind in ('first_run', 'activate', 'reset', 'confirm'));
  `.execute(db);
}
