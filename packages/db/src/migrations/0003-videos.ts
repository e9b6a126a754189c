import { sql, type Kysely } from "kysely";

/** Videos, their uploads and everything that makes them playable. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table categories (
      id bigint generated always as identity primary key,
      project_id bigint not null,
      account_id bigint not null,
      name text not null,
      active boolean not null default true,
      position integer not null default 0,
      created_at timestamptz not null default now(),
      unique (id, project_id),
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade
    );
    create unique index categories_name on categories (project_id, lower(name));

    create table tags (
      id bigint generated always as identity primary key,
      project_id bigint not null,
      account_id bigint not null,
      name text not null,
      created_at timestamptz not null default now(),
      unique (id, project_id),
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade
    );
    create unique index tags_name on tags (project_id, lower(name));

    create table videos (
      id bigint generated always as identity primary key,
      project_id bigint not null,
      account_id bigint not null,
      hash text not null unique,
      title text not null,
      description text not null default '',
      status text not null check (status in ('uploading','receiving','in_queue','processing','complete','failed','cancelled')),
      list text not null generated always as (case when status = 'complete' then 'completed' else 'inprogress' end) stored,
      failure jsonb,
      published boolean not null default false,
      published_at timestamptz,
      category_id bigint,
      file_id uuid,
      file_name text not null default '',
      source_key text,
      source_sha256 bytea,
      source_bytes bigint,
      -- The version whose files are served; 0 until the first one can play.
      version integer not null default 0,
      playable boolean not null default false,
      duration_seconds double precision,
      width integer,
      height integer,
      images jsonb not null default '{}',
      storyboard boolean not null default false,
      stored_bytes bigint not null default 0,
      user_id bigint references users on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      completed_at timestamptz,
      deleted_at timestamptz,
      unique (id, account_id),
      unique (id, project_id),
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade,
      foreign key (category_id, project_id) references categories (id, project_id)
    );
    create index videos_list on videos (project_id, list, id desc) where deleted_at is null;
    create index videos_recent on videos (project_id, id desc) where deleted_at is null;
    create index videos_title_search on videos using gin (project_id, title gin_trgm_ops) where deleted_at is null;

    create table video_tags (
      video_id bigint not null,
      tag_id bigint not null,
      project_id bigint not null,
      primary key (video_id, tag_id),
      foreign key (video_id, project_id) references videos (id, project_id) on delete cascade,
      foreign key (tag_id, project_id) references tags (id, project_id) on delete cascade
    );

    -- How many rows of a list stand in each run of 256 and of 65536 ids: a page number becomes a place in the index
    -- without counting the rows before it.
    create table video_buckets (
      project_id bigint not null,
      list text not null,
      width_bits smallint not null,
      bucket bigint not null,
      rows integer not null,
      primary key (project_id, list, width_bits, bucket)
    );

    create function video_bucket_add(p bigint, l text, v bigint, n integer) returns void language sql as $$
      insert into video_buckets (project_id, list, width_bits, bucket, rows)
      values (p, l, 8, v >> 8, n), (p, l, 16, v >> 16, n)
      on conflict (project_id, list, width_bits, bucket) do update set rows = video_buckets.rows + excluded.rows
    $$;

    create function videos_count() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and old.deleted_at is null then
        perform video_bucket_add(old.project_id, old.list, old.id, -1);
      end if;
      if tg_op <> 'DELETE' and new.deleted_at is null then
        perform video_bucket_add(new.project_id, new.list, new.id, 1);
      end if;
      return null;
    end $$;
    create trigger videos_count_rows after insert or delete on videos for each row execute function videos_count();
    create trigger videos_count_moves after update of status, deleted_at on videos for each row
      when (old.list is distinct from new.list or (old.deleted_at is null) <> (new.deleted_at is null))
      execute function videos_count();

    create table uploads (
      id uuid primary key,
      project_id bigint not null,
      account_id bigint not null,
      video_id bigint not null,
      user_id bigint references users on delete set null,
      api_key_id bigint references api_keys on delete set null,
      file_name text not null,
      size_bytes bigint not null,
      offset_bytes bigint not null default 0,
      state text not null default 'uploading' check (state in ('uploading', 'complete', 'cancelled', 'failed', 'expired')),
      sha256 bytea,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      finished_at timestamptz,
      expires_at timestamptz not null,
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade,
      foreign key (video_id, account_id) references videos (id, account_id) on delete cascade
    );
    create index uploads_open on uploads (project_id, user_id) where state = 'uploading';
    create index uploads_expiry on uploads (expires_at) where state = 'uploading';

    create table transcodes (
      id bigint generated always as identity primary key,
      video_id bigint not null,
      project_id bigint not null,
      account_id bigint not null,
      version integer not null,
      state text not null default 'queued' check (state in ('queued', 'running', 'complete', 'failed', 'cancelled')),
      -- Source facts and the plan (frame grid, rungs, chunk count), once probed.
      plan jsonb,
      attempts integer not null default 0,
      priority integer not null default 0,
      failure jsonb,
      media_seconds double precision not null default 0,
      progress double precision not null default 0,
      queued_at timestamptz not null default now(),
      started_at timestamptz,
      playable_at timestamptz,
      finished_at timestamptz,
      unique (video_id, version),
      unique (id, account_id),
      foreign key (video_id, account_id) references videos (id, account_id) on delete cascade
    );
    create index transcodes_waiting on transcodes (priority desc, id) where state in ('queued', 'running');

    create table renditions (
      id bigint generated always as identity primary key,
      transcode_id bigint not null,
      video_id bigint not null,
      account_id bigint not null,
      version integer not null,
      kind text not null check (kind in ('video', 'audio', 'source')),
      label text not null,
      width integer,
      height integer,
      codecs text,
      frame_rate double precision,
      bitrate_average integer,
      bitrate_peak integer,
      size_bytes bigint not null default 0,
      segments integer not null default 0,
      duration_seconds double precision not null default 0,
      state text not null default 'queued' check (state in ('queued', 'processing', 'complete', 'failed')),
      unique (transcode_id, label),
      foreign key (transcode_id, account_id) references transcodes (id, account_id) on delete cascade,
      foreign key (video_id, account_id) references videos (id, account_id) on delete cascade
    );
    create index renditions_video on renditions (video_id, version);

    -- One row per chunk of the frame grid; frames is how far its encode is, for honest progress between segments.
    create table transcode_chunks (
      transcode_id bigint not null references transcodes on delete cascade,
      chunk integer not null,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'complete')),
      frames integer not null default 0,
      primary key (transcode_id, chunk)
    );

    -- Finished segments while a rendition grows: one row per rendition and chunk, sizes in bytes and durations in
    -- seconds by segment. Dropped when the rendition's playlist is written to storage.
    create table rendition_chunks (
      rendition_id bigint not null references renditions on delete cascade,
      chunk integer not null,
      first_segment integer not null,
      sizes integer[] not null default '{}',
      durations double precision[] not null default '{}',
      complete boolean not null default false,
      primary key (rendition_id, chunk)
    );

    create table media_speeds (
      host text not null,
      work text not null,
      speed double precision not null,
      samples integer not null,
      updated_at timestamptz not null default now(),
      primary key (host, work)
    );
  `.execute(db);
}
