import { sql, type Kysely } from "kysely";

/** The tracks of sound that viewers choose from: what people say about those of a source, and further ones that were uploaded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audio_tracks (
      id bigint generated always as identity primary key,
      video_id bigint not null,
      project_id bigint not null,
      account_id bigint not null,
      -- The rendition that it is, of the source with this upload; null: its file was uploaded as a further track.
      label text,
      file_id uuid,
      -- Null: as the source calls it.
      name text check (length(name) between 1 and 100),
      -- BCP 47.
      language text,
      kind text not null default 'main' check (kind in ('main', 'description', 'commentary')),
      by_default boolean not null default false,
      -- A track of the source that a person deleted: re-transcodes leave it out.
      deleted boolean not null default false,
      -- Integrated loudness in LUFS (EBU R 128); null until it is measured, and of silence.
      loudness double precision,
      -- Of an uploaded track, as are the columns below.
      state text not null default 'complete'
        check (state in ('waiting', 'queued', 'running', 'complete', 'failed', 'cancelled')),
      -- Counts its runs: jobs of an earlier one do nothing.
      attempts integer not null default 0,
      failure jsonb,
      -- The uploaded file, until it is encoded.
      upload_key text,
      upload_bytes bigint not null default 0,
      file_name text,
      upload_seconds double precision,
      -- The version of the video along whose segments it is cut.
      version integer,
      codecs text,
      segment_count integer not null default 0,
      segment_bytes integer[] not null default '{}',
      segment_seconds double precision[] not null default '{}',
      created_by bigint references users on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check ((label is null) or (state = 'complete')),
      foreign key (video_id, project_id) references videos (id, project_id) on delete cascade
    );
    create unique index audio_tracks_label on audio_tracks (video_id, file_id, label) nulls not distinct where label is not null;
    create index audio_tracks_video on audio_tracks (video_id, id);
    create unique index audio_tracks_default on audio_tracks (video_id) where by_default;
    create index audio_tracks_created_by on audio_tracks (created_by);
    create trigger audio_tracks_moved before insert on audio_tracks
      for each row execute function account_of_moved_project();

    -- The track whose file it is.
    alter table uploads add column audio_track_id bigint references audio_tracks on delete set null;
    create index uploads_audio_track on uploads (audio_track_id) where audio_track_id is not null;

    insert into audio_tracks (video_id, project_id, account_id, label, file_id, language, kind)
      select v.id, v.project_id, v.account_id, r.label, v.file_id, r.language,
        case when r.describes_pictures then 'description' else 'main' end
      from videos v join renditions r on r.video_id = v.id and r.version = v.version and r.kind = 'audio'
      where v.version > 0
      order by r.id`.execute(db);
}
