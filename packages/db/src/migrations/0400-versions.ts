import { sql, type Kysely } from "kysely";

/** Counts the changes of what people save as a whole, so that who saves can say what they had read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function next_version() returns trigger language plpgsql as $$
    begin
      new.version := old.version + 1;
      return new;
    end $$;

    alter table restriction_profiles add column version integer not null default 1;
    create trigger restriction_profiles_version before update of name, policy, message, password_hash on restriction_profiles
      for each row execute function next_version();

    alter table roles add column version integer not null default 1;
    create trigger roles_version before update of title, description, permissions on roles
      for each row execute function next_version();

    alter table api_keys add column version integer not null default 1;
    create trigger api_keys_version before update of name, scopes, addresses, origins, expires_at on api_keys
      for each row execute function next_version();

    alter table webhooks add column version integer not null default 1;
    create trigger webhooks_version before update of name, url, events, category_ids, stream_ids, headers_sealed on webhooks
      for each row execute function next_version();
  `.execute(db);
}
