import { sql, type Kysely } from "kysely";

/** A picture a project's new videos are made with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Number names the file, so that another picture has another address; sizes are the picture's, in pixels.
    create table project_watermarks (
      project_id bigint primary key,
      account_id bigint not null,
      number bigint not null,
      width integer not null,
      height integer not null,
      enabled boolean not null default false,
      position text not null check (position in (
        'top_left', 'top', 'top_right', 'left', 'center', 'right', 'bottom_left', 'bottom', 'bottom_right')),
      opacity integer not null check (opacity between 5 and 100),
      size integer not null check (size between 2 and 100),
      margin integer not null check (margin between 0 and 25),
      updated_at timestamptz not null default now(),
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade
    )
  `.execute(db);
}
