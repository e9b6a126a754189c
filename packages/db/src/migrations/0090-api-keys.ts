import { sql, type Kysely } from "kysely";

/** Limits of API keys, the secrets they had before a rotation, and how often they are used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_keys
      -- Addresses and ranges in CIDR notation; none: every address.
      add column addresses text[] not null default '{}',
      -- Origins of pages whose scripts may use the key.
      add column origins text[] not null default '{}',
      -- Without its last part.
      add column last_used_address text;

    create table api_key_old_secrets (
      key_hash bytea primary key,
      api_key_id bigint not null references api_keys on delete cascade,
      ends_at timestamptz not null
    );
    create index api_key_old_secrets_key on api_key_old_secrets (api_key_id);

    create table api_key_hours (
      api_key_id bigint not null references api_keys on delete cascade,
      hour timestamptz not null,
      requests bigint not null,
      primary key (api_key_id, hour)
    )
  `.execute(db);
}
