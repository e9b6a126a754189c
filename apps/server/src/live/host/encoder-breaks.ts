import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { Services } from "../../context.ts";
import type { Publisher } from "../ingest/publisher.ts";
import type { LiveStream } from "../sessions/session-records.ts";
import type { Broadcast } from "./broadcast.ts";
import { EncoderCues } from "./encoder-cues.ts";
import { recordEncoderBreak, recordEncoderBreakEnd } from "./session-events.ts";

/** The stream whose encoder announces breaks, as it is at the moment. */
export interface BreakPlace {
  stream(): Pick<LiveStream, "id" | "project_id">;
  publisher(): Publisher | null;
  sessionId(): number | null;
  /** Does work after what was enqueued before. */
  enqueue(work: () => Promise<void>): void;
}

/** The cues of a stream's encoder, which begin and end ad breaks for players with ads on cue. */
export function encoderBreaks(
  services: Services,
  timeline: LiveTimeline,
  broadcast: Broadcast,
  { stream, publisher, sessionId, enqueue }: BreakPlace,
): EncoderCues {
  let begun: { rangeId: string; number: number } | null = null;
  return new EncoderCues(timeline, {
    now: () => services.clock.now().getTime(),
    dateOf(atMs) {
      const sender = publisher();
      return sender && broadcast.dateOf(sender, atMs);
    },
    isShown: () => broadcast.wantsPublisher,
    onBegin: ({ id: rangeId, startsAtMs: beginsAtMs }, seconds) =>
      enqueue(async () => {
        const number = await recordEncoderBreak(services, stream(), sessionId(), { beginsAtMs, seconds });
        if (number !== null) begun = { rangeId, number };
      }),
    onEnd: (rangeId, atMs) =>
      enqueue(async () => {
        if (begun?.rangeId === rangeId) await recordEncoderBreakEnd(services, stream(), begun.number, atMs);
      }),
  });
}
