import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import type { LiveStream } from "../sessions/session-records.ts";

/** Begins the time in which a target is connected. @returns its id, for `extendSpan`. */
export async function beginSpan(
  { db, clock }: Pick<Services, "db" | "clock">,
  stream: Pick<LiveStream, "id" | "project_id">,
  restreamId: number,
): Promise<number> {
  const now = clock.now();
  const { rows } = await sql<{ id: number }>`
    insert into restream_spans (restream_id, stream_id, project_id, testing, started_at, ended_at)
    select ${restreamId}, ${stream.id}, ${stream.project_id},
      exists (select from stream_sessions where stream_id = ${stream.id} and ended_at is null and testing),
      ${now}::timestamptz, ${now}::timestamptz
    returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("The time of a restream was not stored.");
  return id;
}

/** Says that the target is connected until now. A second call with the same time changes nothing. */
export async function extendSpan(on: Executor, id: number, now: Date): Promise<void> {
  await sql`update restream_spans set ended_at = greatest(ended_at, ${now}::timestamptz) where id = ${id}`.execute(on);
}
