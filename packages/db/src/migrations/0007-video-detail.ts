import { sql, type Kysely } from "kysely";

/** What people add to a video by hand: captions, chapters, a poster, a schedule, their own data, another source. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table videos
      add column reference_id text,
      add column language text,
      -- An array of {key, value}: the order is its owner's.
      add column metadata jsonb not null default '[]',
      add column chapters jsonb not null default '[]',
      add column publish_at timestamptz,
      add column unpublish_at timestamptz,
      add column publish_when_ready boolean not null default false,
      -- The number of the poster made by hand that is shown; 0: the one taken from the source.
      add column poster bigint not null default 0,
      -- What is being made: {number, state: 'working' | 'failed', message}; null when nothing is.
      add column poster_work jsonb,
      -- Captions and posters made by hand: stored beside the source and the version that plays.
      add column extra_bytes bigint not null default 0;
    create unique index videos_reference on videos (project_id, reference_id) where reference_id is not null and deleted_at is null;
    create index videos_publish_at on videos (publish_at) where publish_at is not null and deleted_at is null;
    create index videos_unpublish_at on videos (unpublish_at) where unpublish_at is not null and deleted_at is null;
    create index videos_publish_when_ready on videos (id) where publish_when_ready and deleted_at is null;

    create table captions (
      id bigint generated always as identity primary key,
      video_id bigint not null,
      project_id bigint not null,
      account_id bigint not null,
      language text not null,
      label text not null,
      kind text not null check (kind in ('captions', 'subtitles')),
      by_default boolean not null default false,
      format text not null check (format in ('vtt', 'srt')),
      -- Counts the files this one had: part of its address, so that nobody keeps an old one.
      revision integer not null default 1,
      size_bytes integer not null,
      cues integer not null,
      created_by bigint references users on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      foreign key (video_id, project_id) references videos (id, project_id) on delete cascade
    );
    create unique index captions_label on captions (video_id, lower(label));
    create unique index captions_default on captions (video_id) where by_default;

    -- A source that takes another one's place when its renditions are complete: {upload_id, key, file_name, size_bytes, sha256}.
    alter table transcodes add column replacement jsonb;
    alter table uploads add column replaces boolean not null default false;
    create index uploads_video on uploads (video_id);
  `.execute(db);
}
