import type { HealthSample } from "@kinora/contract/live/stream-history.ts";
import { HEALTH_SPANS, samplesOfSpan, thinned, type HealthSpan } from "@kinora/domain/live/health-spans.ts";
import type { StreamStatsPush } from "@kinora/domain/realtime.ts";

interface Sample {
  at: number;
  push: StreamStatsPush;
}

/** More samples than all spans have, so that old ones are thinned only now and then. */
const MOST_SAMPLES = 1_700;

/** Health samples of a session for a day: every second of the last minutes, fewer of older times. */
export class SessionHistory {
  #sessionId: number | null = null;
  #samples: Sample[] = [];

  /** Adds a sample; another session clears the history. @param at in milliseconds. */
  add(sessionId: number, at: number, push: StreamStatsPush): void {
    if (sessionId !== this.#sessionId) this.#samples = [];
    this.#sessionId = sessionId;
    this.#samples.push({ at, push });
    if (this.#samples.length > MOST_SAMPLES) this.#thin(at);
  }

  /** The samples of a span, oldest first. */
  list(span: HealthSpan, now: number): HealthSample[] {
    return samplesOfSpan(this.#samples, span).map(({ at, push }) => healthSample(push, now - at));
  }

  #thin(now: number): void {
    const { minutes, hour, session } = HEALTH_SPANS;
    const between = (from: number, to: number) => this.#samples.filter(({ at }) => now - at > from && now - at <= to);
    this.#samples = [
      ...thinned(between(hour.backMs, session.backMs), session.apartMs),
      ...thinned(between(minutes.backMs, hour.backMs), hour.apartMs),
      ...between(-Infinity, minutes.backMs),
    ];
  }
}

const healthSample = (push: StreamStatsPush, agoMs: number): HealthSample => ({
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
