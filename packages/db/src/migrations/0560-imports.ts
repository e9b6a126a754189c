import { sql, type Kysely } from "kysely";

/** Imports of many videos from one source, with an item for each video. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table uploads drop constraint uploads_source_check;
    alter table uploads add constraint uploads_source_check
      check (source in ('browser', 'api', 'url', 'csv', 'sample', 'import'));
    -- {path, entry} of a file on the server's machine, which only its operator can name.
    alter table uploads add column source_file jsonb;

    create table import_jobs (
      id bigint generated always as identity primary key,
      project_id bigint not null,
      account_id bigint not null,
      kind text not null check (kind in ('feed', 'folder', 'peertube')),
      -- The address of a feed; the path of a folder or an archive.
      source text not null,
      -- What the source calls itself; empty until it is read.
      name text not null default '',
      -- {publish, playlists, labels}
      options jsonb not null,
      state text not null default 'reading'
        check (state in ('reading', 'ready', 'running', 'complete', 'cancelled', 'failed')),
      -- Counts its runs: jobs of an earlier one do nothing.
      attempts integer not null default 1,
      -- Why it ended early, or what of the source was left out.
      message text,
      user_id bigint references users on delete cascade,
      api_key_id bigint references api_keys on delete cascade,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade
        deferrable initially immediate
    );
    create index import_jobs_project on import_jobs (project_id, id desc);
    create trigger import_jobs_moved before insert on import_jobs
      for each row execute function account_of_moved_project();

    create table import_items (
      id bigint generated always as identity primary key,
      job_id bigint not null references import_jobs on delete cascade,
      project_id bigint not null,
      -- The order of the source, from 0.
      position integer not null,
      -- Identifies the same item in later imports of the source.
      source_key text not null,
      -- What the source says about it (ImportEntry).
      entry jsonb not null,
      state text not null default 'waiting'
        check (state in ('waiting', 'running', 'done', 'skipped', 'failed', 'cancelled')),
      -- Why it was skipped or failed.
      reason text,
      -- What was not imported of it, one sentence each.
      notes text[] not null default '{}',
      upload_id uuid references uploads on delete set null,
      video_id bigint references videos on delete set null,
      unique (job_id, position)
    );
    create index import_items_key on import_items (project_id, md5(source_key)) where video_id is not null;
    create index import_items_open on import_items (job_id, position) where state in ('waiting', 'running');
    create index import_items_video on import_items (video_id) where video_id is not null;
    create index import_items_upload on import_items (upload_id) where upload_id is not null;
  `.execute(db);
}
