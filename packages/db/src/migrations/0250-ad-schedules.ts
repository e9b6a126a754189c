import { sql, type Kysely } from "kysely";

/** A project has several named schedules of ads; what it had becomes the default one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ad_schedules (
      id bigint generated always as identity primary key,
      project_id bigint not null,
      account_id bigint not null,
      name text not null,
      settings jsonb not null,
      -- Applies to what no other schedule is chosen for.
      is_default boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (id, project_id),
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade
        deferrable initially immediate
    );
    create unique index ad_schedules_name on ad_schedules (project_id, lower(name));
    create unique index ad_schedules_default on ad_schedules (project_id) where is_default;
    create trigger ad_schedules_moved before insert on ad_schedules
      for each row execute function account_of_moved_project();

    insert into ad_schedules (project_id, account_id, name, settings, is_default, created_at, updated_at)
      select project_id, account_id, 'Default', settings, true, updated_at, updated_at from project_ads;
    drop table project_ads;

    -- Null: the schedule of the video's category, else the default one.
    alter table video_ads add column schedule_id bigint,
      add foreign key (schedule_id, project_id) references ad_schedules (id, project_id) on delete set null (schedule_id);
    create index video_ads_schedule on video_ads (schedule_id) where schedule_id is not null;

    create table category_ad_schedules (
      category_id bigint primary key references categories (id) on delete cascade,
      project_id bigint not null,
      schedule_id bigint not null,
      foreign key (schedule_id, project_id) references ad_schedules (id, project_id) on delete cascade
    );
    create index category_ad_schedules_schedule on category_ad_schedules (schedule_id);
  `.execute(db);
}
