import { sql, type Kysely } from "kysely";

/** The audit log is append-only: only the retention may delete, and only entries of more than 30 days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index audit_log_created on audit_log (created_at);
    create index audit_log_actions on audit_log (project_id, action);

    create function audit_log_guard() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and current_setting('kinora.audit_retention', true) = 'on'
        and old.created_at < now() - interval '30 days' then
        return old;
      end if;
      raise exception 'The audit log is append-only.' using errcode = 'restrict_violation';
    end $$;
    create trigger audit_log_rows before update or delete on audit_log for each row execute function audit_log_guard();
    create trigger audit_log_whole before truncate on audit_log for each statement execute function audit_log_guard();
  `.execute(db);
}
