import { sql, type Kysely } from "kysely";

/** Who may play: profiles of rules, what they are assigned to, and the keys that sign playback tokens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table restriction_profiles (
      id bigint generated always as identity primary key,
      project_id bigint not null,
      account_id bigint not null,
      name text not null,
      policy jsonb not null,
      -- Replaces the usual sentence where playback is refused; empty: the usual one.
      message text not null default '',
      password_hash text,
      -- Passes of viewers name it: a new password ends what the old one opened.
      password_version integer not null default 0,
      is_default boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (id, project_id),
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade
    );
    create unique index restriction_profiles_name on restriction_profiles (project_id, lower(name));
    create unique index restriction_profiles_default on restriction_profiles (project_id) where is_default;

    -- A thing's own profile. Videos and livestreams without one have their category's, else the project's default.
    create table restriction_assignments (
      id bigint generated always as identity primary key,
      project_id bigint not null,
      profile_id bigint not null,
      video_id bigint references videos on delete cascade,
      stream_id bigint references streams on delete cascade,
      category_id bigint references categories on delete cascade,
      -- The playlists' table is made later; its migration adds the reference.
      playlist_id bigint,
      check (num_nonnulls(video_id, stream_id, category_id, playlist_id) = 1),
      foreign key (profile_id, project_id) references restriction_profiles (id, project_id) on delete cascade
    );
    create unique index restriction_assignments_video on restriction_assignments (video_id) where video_id is not null;
    create unique index restriction_assignments_stream on restriction_assignments (stream_id) where stream_id is not null;
    create unique index restriction_assignments_category on restriction_assignments (category_id) where category_id is not null;
    create unique index restriction_assignments_playlist on restriction_assignments (playlist_id) where playlist_id is not null;
    create index restriction_assignments_profile on restriction_assignments (profile_id);

    create table signing_keys (
      id bigint generated always as identity primary key,
      project_id bigint not null,
      account_id bigint not null,
      -- The kid of a token's header.
      kid text not null unique,
      algorithm text not null check (algorithm in ('HS256', 'EdDSA')),
      -- Sealed: the shared secret of HS256. Of EdDSA only the public key is kept.
      secret bytea,
      public_key text,
      created_by bigint references users on delete set null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      -- A rotated key verifies until then; a revoked one verifies nothing.
      expires_at timestamptz,
      revoked_at timestamptz,
      check ((algorithm = 'HS256') = (secret is not null) and (algorithm = 'EdDSA') = (public_key is not null)),
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade
    );
    create index signing_keys_project on signing_keys (project_id, id desc);

    -- Who uses a token now. Lost at a crash of the database: the players on air come back with their next request.
    create unlogged table playback_sessions (
      id text primary key,
      token_key text not null,
      seen_at timestamptz not null default now()
    );
    create index playback_sessions_token on playback_sessions (token_key, seen_at);
    create index playback_sessions_seen on playback_sessions (seen_at);
  `.execute(db);
}
