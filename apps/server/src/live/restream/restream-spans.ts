import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import type { LiveStream } from "../sessions/session-records.ts";

/**
 * Inserts the span of a target that has just connected; it counts as a test while the built-in test picture publishes.
 * @returns its id, for `extendSpan`.
 * @throws Error when the row cannot be inserted.
 */
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

/** Extends a span to `now`; never shortens it, so that calls may come twice or late. */
export async function extendSpan(on: Executor, id: number, now: Date): Promise<void> {
  await sql`update restream_spans set ended_at = greatest(ended_at, ${now}::timestamptz) where id = ${id}`.execute(on);
}
