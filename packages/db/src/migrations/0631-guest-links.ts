import { sql, type Kysely } from "kysely";

/** Links with which guests publish to a livestream without its key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stream_guest_links (
      id bigint generated always as identity primary key,
      stream_id bigint not null references streams on delete cascade,
      name text not null,
      -- SHA-256 of its token, which nobody can read again.
      token_hash bytea not null unique,
      ends_at timestamptz not null,
      -- When someone published with it last.
      used_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index stream_guest_links_stream on stream_guest_links (stream_id, id)
  `.execute(db);
}
