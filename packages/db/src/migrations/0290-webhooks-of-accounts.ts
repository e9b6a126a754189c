import { sql, type Kysely } from "kysely";

/** Messages about an account, which are of no project, and when webhooks were sent that an invoice is overdue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook_messages
      alter column project_id drop not null,
      add column account_id bigint references accounts on delete cascade,
      add check (num_nonnulls(project_id, account_id) = 1);
    create index webhook_messages_account on webhook_messages (account_id) where account_id is not null;

    alter table invoices add column overdue_at timestamptz;
    update invoices set overdue_at = now()
      where kind = 'invoice' and credited_by is null and paid < total and due_on < (now() at time zone 'UTC')::date;
  `.execute(db);
}
