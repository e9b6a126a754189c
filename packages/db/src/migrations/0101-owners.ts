import { sql, type Kysely } from "kysely";

/** An account keeps an owner, also when two owners remove each other at the same moment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index project_members_role on project_members (role_id);
    create index project_invitations_role on project_invitations (role_id);

    create function account_keeps_owner() returns trigger language plpgsql as $$
    begin
      -- One removal at a time; the account's own row is gone already when it is deleted with its owners.
      perform from accounts where id = old.account_id for update;
      if found and not exists (select from account_owners where account_id = old.account_id) then
        raise exception 'An account keeps at least one owner.' using errcode = 'restrict_violation', constraint = 'account_keeps_owner';
      end if;
      return null;
    end $$;
    create trigger account_owners_last after delete or update of account_id on account_owners
      for each row execute function account_keeps_owner();
  `.execute(db);
}
