import { sql, type Kysely } from "kysely";

/** Captions by machine: what projects want, the recognition of a video's speech in pieces, and a record of it that is metered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table captions
      -- Made by machine and not changed by a person since.
      add column automatic boolean not null default false,
      -- Viewers get it.
      add column published boolean not null default true;

    alter table projects
      add column captions_mode text not null default 'on_demand' check (captions_mode in ('off', 'on_demand', 'always')),
      -- BCP 47, what is spoken; null: the engine detects it.
      add column captions_language text,
      -- Whether viewers get captions by machine before a person has seen them.
      add column captions_published boolean not null default true;
    drop trigger projects_version on projects;
    create trigger projects_version before update of name, domain, timezone, default_category_id, default_privacy,
      maximum_upload_bytes, source_retention_days, trash_days, published_url_pattern, captions_mode, captions_language,
      captions_published on projects for each row execute function next_version();

    create table transcriptions (
      id bigint generated always as identity primary key,
      video_id bigint not null,
      project_id bigint not null,
      account_id bigint not null,
      -- Of the video, whose sound it is.
      version integer not null,
      state text not null default 'queued' check (state in ('queued', 'running', 'complete', 'failed', 'cancelled')),
      -- What is spoken, as asked; null: the engine detects it.
      language text,
      detected_language text,
      published boolean not null,
      -- Counts its runs: jobs of an earlier one do nothing.
      attempts integer not null default 1,
      failure jsonb,
      -- 0 to 1.
      progress double precision not null default 0,
      sound_seconds double precision not null default 0,
      -- Time the engine took.
      engine_seconds double precision not null default 0,
      -- Null: the project has them made always.
      requested_by bigint references users on delete set null,
      -- What came of it; null when nothing was said.
      captions_id bigint references captions on delete set null,
      queued_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      foreign key (video_id, project_id) references videos (id, project_id) on delete cascade
    );
    create index transcriptions_video on transcriptions (video_id, id);
    create unique index transcriptions_under_way on transcriptions (video_id) where state in ('queued', 'running');
    create index transcriptions_captions on transcriptions (captions_id);
    create trigger transcriptions_moved before insert on transcriptions
      for each row execute function account_of_moved_project();

    create table transcription_chunks (
      transcription_id bigint not null references transcriptions on delete cascade,
      chunk integer not null,
      start_ms integer not null,
      end_ms integer not null,
      -- Silences within it: [{startMs, endMs}] from its beginning.
      silences jsonb not null,
      -- [{startMs, endMs, text, spaced}] from the beginning of the sound; null until it is recognised.
      words jsonb,
      primary key (transcription_id, chunk)
    );

    create table transcription_records (
      transcription_id bigint primary key,
      -- Rows stay when the video is deleted.
      video_id bigint not null,
      project_id bigint not null references projects on delete cascade,
      account_id bigint not null,
      finished_at timestamptz not null,
      sound_seconds double precision not null,
      engine_seconds double precision not null
    );
    create index transcription_records_account on transcription_records (account_id, finished_at);
  `.execute(db);
}
