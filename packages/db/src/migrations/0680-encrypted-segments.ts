import { sql, type Kysely } from "kysely";

/** Whether the segments of videos are sent encrypted to the viewers of a profile: until now, never. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update restriction_profiles set policy = policy || '{"encrypted": false}'::jsonb`.execute(db);
}
