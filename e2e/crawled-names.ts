import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { ConsolePlace } from "./console-people.ts";

/** "Harbor", in letters that are read from the right. */
const NAME = "ميناء";
const FIRST_NAME = "ليلى";

/** What people name in a project: all of these are renamed. */
const NAMED = [
  ["ad_schedules", "name"],
  ["api_keys", "name"],
  ["categories", "name"],
  ["players", "title"],
  ["playlists", "name"],
  ["restriction_profiles", "name"],
  ["streams", "name"],
  ["webhooks", "name"],
] as const;

/** Of these, every other one: the lists have long names of Latin letters as well. */
const OFTEN_NAMED = [
  ["tags", "name"],
  ["uploads", "file_name"],
  ["videos", "title"],
] as const;

/** Gives a project and its account, people and things Arabic names, which pages have to set from right to left. */
export async function nameInArabic(
  db: Database,
  { projectId, accountId }: ConsolePlace,
  videoId: number,
): Promise<void> {
  for (const [table, column] of NAMED)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${NAME} || ' ' || id where project_id = ${projectId}`.execute(
      db,
    );
  for (const [table, column] of OFTEN_NAMED)
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${NAME} || ' ' || one.place
      from (select id, row_number() over (order by id) as place from ${sql.table(table)} where project_id = ${projectId}) as one
      where one.id = ${sql.table(table)}.id and one.place % 2 = 0`.execute(db);
  await db.updateTable("videos").set({ title: NAME, description: NAME }).where("id", "=", videoId).execute();
  await db.updateTable("projects").set({ name: NAME }).where("id", "=", projectId).execute();
  await db.updateTable("accounts").set({ name: NAME }).where("id", "=", accountId).execute();
  await sql`
    update users set first_name = ${FIRST_NAME}
    where id in (select user_id from project_members where project_id = ${projectId})`.execute(db);
}
