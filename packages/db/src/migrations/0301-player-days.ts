import { sql, type Kysely } from "kysely";

/** Plays of players by the day, for the list of players; and of what kind the things are that a page embedded with a player. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Of viewers only, and of the days that the list counts: view_hours has everything, in a thousand times the rows.
    create table player_days (
      project_id bigint not null references projects on delete cascade,
      -- UTC day in which the report arrived.
      day date not null,
      -- Rows stay when the player is deleted.
      player_id bigint not null,
      plays bigint not null,
      primary key (project_id, day, player_id)
    );
    insert into player_days (project_id, day, player_id, plays)
      select project_id, (hour at time zone 'UTC')::date, player_id, sum(plays) from view_hours
      where hour >= date_trunc('day', now(), 'UTC') - interval '28 days' and audience = 'viewer' and player_id > 0 and plays > 0
      group by 1, 2, 3;

    alter table player_items add column item_kind text check (item_kind in ('video', 'stream', 'playlist'));
    update player_items set item_kind =
      case when exists (select from streams where hash = item_hash) then 'stream' else 'video' end;
    alter table player_items alter column item_kind set not null;

    -- How many of them there are: counting them for a list would read every one.
    create table player_uses (
      player_id bigint not null references players on delete cascade,
      item_kind text not null check (item_kind in ('video', 'stream', 'playlist')),
      items integer not null,
      primary key (player_id, item_kind)
    );
    insert into player_uses (player_id, item_kind, items)
      select player_id, item_kind, count(*) from player_items group by 1, 2;
  `.execute(db);
}
