import { sql, type Kysely } from "kysely";

/** The requests of API keys of the last days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_requests (
      id bigint generated always as identity primary key,
      project_id bigint not null references projects on delete cascade,
      api_key_id bigint not null references api_keys on delete cascade,
      at timestamptz not null,
      method text not null,
      -- Without the query, which can hold secrets.
      path text not null,
      status smallint not null,
      milliseconds integer not null,
      -- Of a key that makes many requests only some are kept: how many this one represents.
      represents smallint not null
    );
    create index api_requests_list on api_requests (project_id, id desc);
    create index api_requests_key on api_requests (api_key_id, id desc);
    create index api_requests_failed on api_requests (project_id, id desc) where status >= 400;
    create index api_requests_age on api_requests (at)
  `.execute(db);
}
