import { sql, type Kysely } from "kysely";

/** Players with versions; each project has a default one, which a trigger inserts with the project. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table players (
      id bigint generated always as identity primary key,
      project_id bigint not null,
      account_id bigint not null,
      hash text not null unique,
      title text not null,
      is_default boolean not null default false,
      -- Only settings that differ from their defaults: the draft, and what viewers get.
      draft jsonb not null default '{}',
      settings jsonb not null default '{}',
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade
    );
    create unique index players_default on players (project_id) where is_default;
    create index players_project on players (project_id, id);

    create table player_versions (
      player_id bigint not null references players on delete cascade,
      number integer not null,
      settings jsonb not null default '{}',
      user_id bigint references users on delete set null,
      created_at timestamptz not null default now(),
      primary key (player_id, number)
    );
    create index player_versions_user on player_versions (user_id) where user_id is not null;

    -- Logos and watermarks: small pictures that were decoded and encoded again.
    create table player_pictures (
      player_id bigint not null references players on delete cascade,
      number integer not null,
      width integer not null,
      height integer not null,
      picture bytea not null,
      created_at timestamptz not null default now(),
      primary key (player_id, number)
    );

    -- What pages embedded with a player that their address names, and where.
    create table player_items (
      player_id bigint not null references players on delete cascade,
      item_hash text not null,
      seen_at timestamptz not null default now(),
      primary key (player_id, item_hash)
    );
    create table player_domains (
      player_id bigint not null references players on delete cascade,
      host text not null,
      seen_at timestamptz not null default now(),
      primary key (player_id, host)
    );

    -- 16 characters of Crockford's base 32, as the server's public ids; the bytes of a UUID are random.
    create function new_public_id() returns text language sql volatile as $$
      select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', (get_byte(bytes, place) & 31) + 1, 1), '')
      from (select uuid_send(gen_random_uuid()) as bytes) as random, generate_series(0, 15) as place
    $$;
    create function projects_default_player() returns trigger language plpgsql as $$
    declare
      player bigint;
    begin
      insert into players (project_id, account_id, hash, title, is_default)
        values (new.id, new.account_id, new_public_id(), 'Default player', true) returning id into player;
      insert into player_versions (player_id, number) values (player, 1);
      return null;
    end $$;
    create trigger projects_default_player after insert on projects for each row execute function projects_default_player();

    insert into players (project_id, account_id, hash, title, is_default)
      select id, account_id, new_public_id(), 'Default player', true from projects;
    insert into player_versions (player_id, number) select id, 1 from players;
  `.execute(db);
}
