import type { PastLook } from "@kinora/contract/streamHistory.ts";
import { HEALTH_SPANS, looksOf, thinned, type HealthSpan } from "@kinora/domain/healthSpans.ts";
import type { StreamStatsPush } from "@kinora/domain/realtime.ts";

interface Look {
  at: number;
  push: StreamStatsPush;
}

/** As many looks as all spans have, and some more, so that old ones are let go of now and then only. */
const MOST_LOOKS = 1_700;

/** How a session did until now: each second of the last minutes, less and less of what is longer ago, for a day. */
export class SessionHistory {
  #sessionId: number | null = null;
  #looks: Look[] = [];

  /** Adds a look; another session begins anew. Moments are in milliseconds of one clock. */
  add(sessionId: number, at: number, push: StreamStatsPush): void {
    if (sessionId !== this.#sessionId) this.#looks = [];
    this.#sessionId = sessionId;
    this.#looks.push({ at, push });
    if (this.#looks.length > MOST_LOOKS) this.#letGo(at);
  }

  /** The looks of a span, oldest first. */
  list(span: HealthSpan, now: number): PastLook[] {
    return looksOf(this.#looks, span).map(({ at, push }) => pastLook(push, now - at));
  }

  #letGo(now: number): void {
    const { minutes, hour, session } = HEALTH_SPANS;
    const between = (from: number, to: number) => this.#looks.filter(({ at }) => now - at > from && now - at <= to);
    this.#looks = [
      ...thinned(between(hour.backMs, session.backMs), session.apartMs),
      ...thinned(between(minutes.backMs, hour.backMs), hour.apartMs),
      ...between(-Infinity, minutes.backMs),
    ];
  }
}

const pastLook = (push: StreamStatsPush, agoMs: number): PastLook => ({
  ago_ms: Math.max(0, Math.round(agoMs)),
  bitrate_kbps: push.bitrate_kbps,
  frame_rate: push.frame_rate,
  keyframe_seconds: push.keyframe_seconds,
  audio_level_db: push.audio_level_db,
  encode_speed: push.encode_speed,
  left_out: [...push.left_out],
  delay_seconds: push.delay_seconds,
  segment_seconds: push.segment_seconds,
  viewers: push.viewers,
  latency_seconds: push.latency_seconds,
  rebuffer_percent: push.rebuffer_percent,
});
