import { sql, type Kysely } from "kysely";

/** What lists are narrowed and ordered by, bulk actions, imports, and how people like their lists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index videos_created on videos (project_id, created_at desc, id desc) where deleted_at is null;
    create index videos_title on videos (project_id, lower(title), id) where deleted_at is null;
    -- A video whose length is not known yet counts as the shortest.
    create index videos_duration on videos (project_id, coalesce(duration_seconds, 0), id) where deleted_at is null;
    create index videos_size on videos (project_id, stored_bytes, id) where deleted_at is null;
    create index videos_uploader on videos (project_id, user_id, id desc) where deleted_at is null;
    create index videos_unfinished on videos (project_id, status, id desc) where deleted_at is null and status <> 'complete';
    create index videos_published on videos (project_id, published, id desc) where deleted_at is null;
    create index videos_words on videos using gin (project_id, description gin_trgm_ops, file_name gin_trgm_ops) where deleted_at is null;

    create table bulk_jobs (
      id bigint generated always as identity primary key,
      project_id bigint not null,
      account_id bigint not null,
      action text not null,
      -- {category_id} or {tag_ids}, as the action needs.
      options jsonb not null default '{}',
      -- Exactly one of the two says what it is about.
      ids bigint[],
      filter jsonb,
      state text not null default 'running' check (state in ('running', 'complete', 'cancelled', 'failed')),
      total integer,
      done integer not null default 0,
      failed integer not null default 0,
      -- Videos up to this one were dealt with; those uploaded after it began are not its business.
      last_video_id bigint not null default 0,
      until_video_id bigint not null,
      message text,
      user_id bigint references users on delete cascade,
      api_key_id bigint references api_keys on delete cascade,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      check ((ids is null) <> (filter is null)),
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade
    );
    create index bulk_jobs_project on bulk_jobs (project_id, id desc);
    create table bulk_failures (
      job_id bigint not null references bulk_jobs on delete cascade,
      video_id bigint not null,
      title text not null,
      code text not null,
      message text not null,
      primary key (job_id, video_id)
    );

    alter table uploads
      add column source text not null default 'browser' check (source in ('browser', 'api', 'url', 'csv')),
      add column source_url text,
      -- SHA-256 of a file's first and last MiB, as its sender computed it.
      add column fingerprint text;
    update uploads set source = 'api' where api_key_id is not null;
    create index uploads_log on uploads (project_id, created_at desc, id);
    create index uploads_fingerprint on uploads (project_id, fingerprint, size_bytes) where fingerprint is not null;

    create table user_preferences (
      user_id bigint not null references users on delete cascade,
      name text not null,
      value jsonb not null,
      primary key (user_id, name)
    );
  `.execute(db);
}
