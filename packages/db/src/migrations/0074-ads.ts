import { sql, type Kysely } from "kysely";

/** Ads of projects and videos, and what players report of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table project_ads (
      project_id bigint primary key,
      account_id bigint not null,
      settings jsonb not null,
      updated_at timestamptz not null default now(),
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade
    );
    -- A video without a row has the project's ads.
    create table video_ads (
      video_id bigint primary key references videos (id) on delete cascade,
      project_id bigint not null references projects (id) on delete cascade,
      settings jsonb not null,
      updated_at timestamptz not null default now()
    );
    create index video_ads_project on video_ads (project_id);
    -- Days are in UTC; code is a VAST error code, and 0 for what is no error.
    create table ad_counts (
      project_id bigint not null references projects (id) on delete cascade,
      day date not null,
      event text not null,
      code integer not null default 0,
      count bigint not null,
      primary key (project_id, day, event, code)
    )
  `.execute(db);
}
