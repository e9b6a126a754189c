import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { LAST_END, wantedOnAir } from "../sessions/session-records.ts";

/** Whether a loop has a playable video. */
const CAN_LOOP = sql<boolean>`exists (
  select from stream_loop_items i join videos v on v.id = i.video_id
  where i.stream_id = streams.id and v.deleted_at is null and v.takedown is null and v.status = 'complete')`;

/**
 * Streams that are off air although their loop should play: a loop becomes playable without a notification when one of its videos
 * completes or is restored from the trash. One statement for all streams.
 */
export async function loopsToStart({ db }: Pick<Services, "db">): Promise<number[]> {
  const rows = await db
    .selectFrom("streams")
    .innerJoin("projects", "projects.id", "streams.project_id")
    .innerJoin("accounts", "accounts.id", "streams.account_id")
    .select([
      "streams.id",
      "streams.enabled",
      "streams.paused",
      "streams.switched_to",
      "streams.loop_before_live",
      "streams.loop_on_disconnect",
      "streams.loop_when_paused",
      LAST_END.as("last_end"),
    ])
    .where("streams.on_air", "=", "nothing")
    .where("streams.ingest", "=", "none")
    .where("streams.enabled", "=", true)
    .where("streams.deleted_at", "is", null)
    .where("projects.deleted_at", "is", null)
    .where("projects.suspended_at", "is", null)
    .where("accounts.status", "=", "active")
    .where((is) =>
      is.or([
        is("streams.switched_to", "=", "loop"),
        is("streams.loop_before_live", "=", true),
        is("streams.loop_on_disconnect", "=", true),
      ]),
    )
    .where(CAN_LOOP)
    .execute();
  // `canLoop` is true by the query above.
  return rows
    .filter((stream) => wantedOnAir({ ...stream, loop_key: null }, "none", true) !== "nothing")
    .map(({ id }) => id);
}
