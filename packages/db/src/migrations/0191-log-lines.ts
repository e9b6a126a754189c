import { sql, type Kysely } from "kysely";

/** What the roles log, by day, so that old days are dropped whole. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create sequence log_line_ids;
    create table log_lines (
      -- In the order of writing.
      id bigint not null default nextval('log_line_ids'),
      at timestamptz not null,
      kind text not null check (kind in ('video', 'live', 'platform')),
      -- Pino's number: 20 debug, 30 info, 40 warning, 50 error.
      level smallint not null,
      role text not null,
      account_id bigint,
      project_id bigint,
      request_id text,
      job_id text,
      message text not null,
      data jsonb not null,
      primary key (at, id)
    ) partition by range (at);
    create index log_lines_kind on log_lines (kind, id desc);
  `.execute(db);
}
