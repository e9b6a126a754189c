import { sql, type Kysely } from "kysely";

/**
 * A session in which a superuser acts as another person can end with its sign-in: by signing out, by signing in again, or
 * because it was ended elsewhere. Whatever deletes it, the audit log has its end.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_ended_acting() returns trigger language plpgsql as $$
    begin
      insert into audit_log (account_id, project_id, actor, action, object_type, object_id, object_title, changes)
      values (null, null,
        jsonb_build_object('kind', 'user', 'user_id', old.user_id, 'as', 'person', 'as_user_id', old.acts_as_user_id),
        'user.acting_ended', 'user', old.acts_as_user_id,
        coalesce((select email from users where id = old.acts_as_user_id), ''),
        jsonb_build_object('by', 'session'));
      return null;
    end $$;
    create trigger note_ended_acting after delete on api_sessions
      for each row when (old.acts_as_user_id is not null) execute function note_ended_acting();
  `.execute(db);
}
