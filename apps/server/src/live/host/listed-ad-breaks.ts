import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { Services } from "../../context.ts";
import type { LiveStream } from "../sessions/session-records.ts";

/** The class of ad breaks in playlists, by which players of others know them. */
export const AD_BREAK_CLASS = "kinora.ad-break";

/** Names the operator's ad break of a stream in its playlists while it lasts, and from then on as long as they list its segments. Idempotent. */
export async function listAdBreak(
  { db, clock }: Pick<Services, "db" | "clock">,
  { id }: Pick<LiveStream, "id">,
  timeline: LiveTimeline,
): Promise<void> {
  const lasting = await db
    .selectFrom("stream_ad_breaks")
    .select(["number", "begins_at", "ends_at"])
    .where("stream_id", "=", id)
    .where("of_encoder", "=", false)
    .where("ends_at", ">", clock.now())
    .executeTakeFirst();
  if (!lasting) return;
  const startsAtMs = lasting.begins_at.getTime();
  timeline.addDateRange({
    id: `ad-break-${lasting.number}`,
    class: AD_BREAK_CLASS,
    startsAtMs,
    durationSeconds: (lasting.ends_at.getTime() - startsAtMs) / 1000,
  });
}
