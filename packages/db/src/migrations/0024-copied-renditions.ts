import { sql, type Kysely } from "kysely";

/** A rendition may be the source's own picture; what was recorded here is always copied. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table renditions
      add column copied boolean not null default false,
      -- Cut at the same moments as the others of its version: livestreams that play it join picture and sound by segment.
      add column on_grid boolean not null default true;
    -- The source is what a livestream sent, in the shape players are given.
    alter table videos add column recorded boolean not null default false;
    alter table videos drop constraint videos_ladder_preset_check;
    alter table videos add constraint videos_ladder_preset_check
      check (ladder_preset in ('basic', 'standard', 'full', 'passthrough'));
  `.execute(db);
}
