import { sql, type Kysely } from "kysely";

/** Categories have a colour; those that are there begin in the order of the palette. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table categories add column colour text not null default 'blue'
      check (colour in ('blue', 'green', 'orange', 'red', 'violet', 'teal', 'yellow', 'gray'));
    update categories set colour = (array['blue', 'green', 'orange', 'red', 'violet', 'teal', 'yellow', 'gray'])[1 + place % 8]
      from (select id, row_number() over (partition by project_id order by position, id) - 1 as place from categories) as ordered
      where ordered.id = categories.id;
  `.execute(db);
}
