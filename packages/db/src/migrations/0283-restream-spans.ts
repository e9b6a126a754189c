import { sql, type Kysely } from "kysely";

/** Time in which restream targets were connected, which is metered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table restream_spans (
      id bigint generated always as identity primary key,
      -- No references: what was sent stays when the target or the livestream is deleted.
      restream_id bigint not null,
      stream_id bigint not null,
      project_id bigint not null references projects on delete cascade,
      -- Whether a test picture was sent, which costs nothing.
      testing boolean not null,
      started_at timestamptz not null,
      -- The last moment at which it was known to be connected: a process that is killed leaves no span open.
      ended_at timestamptz not null check (ended_at >= started_at)
    );
    create index restream_spans_project on restream_spans (project_id, started_at);
  `.execute(db);
}
