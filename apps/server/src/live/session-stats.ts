import type { StreamStatsPush } from "@kinora/domain/realtime.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { RungSegment, TimelineSegment } from "@kinora/media/live/timelineSegment.ts";
import type { Audience } from "./audience.ts";
import type { Publisher } from "./publisher.ts";
import { SessionHistory } from "./session-history.ts";
import type { SessionSave } from "./session-records.ts";

/** How a session does at this moment. */
export interface SessionNow {
  /** Media seconds encoded in a second; null until known. */
  speed: number | null;
  /** By the clock of `performance`, in milliseconds. */
  startedAt: number;
  /** Rungs viewers should have and do not. */
  leftOut: readonly string[];
  timeline: Pick<LiveTimeline, "segments">;
}

/** Seconds from when the newest picture viewers can have should have been there; null while there is none of the encoder's. */
export function delayOf({ segments }: Pick<LiveTimeline, "segments">, nowMs: number): number | null {
  const last = segments.at(-1);
  if (last?.kind !== "live") return null;
  const seconds = (nowMs - last.startsAtMs) / 1000 - last.durationSeconds;
  return Math.round(Math.max(0, seconds) * 100) / 100;
}

/** What of a segment says how long it is. */
interface TimedSegment extends Pick<TimelineSegment, "kind" | "durationSeconds"> {
  rungs: ReadonlyMap<string, Pick<RungSegment, "state">>;
}

/** How long the encoder's latest whole segment is; null while there is none, and while viewers see something else. */
export function segmentSecondsOf({ segments }: { segments: readonly TimedSegment[] }): number | null {
  if (segments.at(-1)?.kind !== "live") return null;
  const whole = segments.findLast(
    ({ kind, rungs }) => kind === "live" && [...rungs.values()].some(({ state }) => state === "closed"),
  );
  return whole ? Math.round(whole.durationSeconds * 100) / 100 : null;
}

/** What is told of a session at once. */
export interface SessionReport {
  /** To whoever watches the stream. */
  push: StreamStatsPush;
  /** To the session's row; null while it is not its turn. */
  save: SessionSave | null;
}

/** Says how a publisher does. */
export class SessionStats {
  readonly #streamId: number;
  readonly #audience: Audience;
  /** By the clock of `performance`. */
  readonly history = new SessionHistory();
  #isNew = true;
  #savedBytes = 0;
  #savedAt = 0;

  constructor(streamId: number, audience: Audience) {
    this.#streamId = streamId;
    this.#audience = audience;
  }

  /** Another publisher counts from the beginning. */
  begin(): void {
    this.#isNew = true;
    this.#savedBytes = 0;
    this.#savedAt = performance.now();
    // What was sent before is not of this session.
    this.#audience.takeSentBytes();
  }

  /** How it does; written down when it is new or its turn. */
  report(publisher: Publisher, sessionId: number, now: SessionNow, isTurn: boolean): SessionReport {
    const { speed, startedAt, leftOut, timeline } = now;
    const { viewers, latencySeconds, rebufferPercent } = this.#audience.now();
    const push = {
      id: this.#streamId,
      ...publisher.facts(),
      encode_speed: speed,
      left_out: [...leftOut],
      delay_seconds: delayOf(timeline, Date.now()),
      segment_seconds: segmentSecondsOf(timeline),
      viewers,
      latency_seconds: latencySeconds === null ? null : Math.round(latencySeconds * 100) / 100,
      rebuffer_percent: rebufferPercent === null ? null : Math.round(rebufferPercent * 100) / 100,
      uptime_seconds: Math.round((performance.now() - startedAt) / 1000),
    };
    this.history.add(sessionId, performance.now(), push);
    return { push, save: isTurn || this.#isNew ? this.save(publisher, sessionId) : null };
  }

  /** What came since the last time, to be added to the session. */
  save(publisher: Publisher, sessionId: number): SessionSave {
    const now = performance.now();
    const { viewers } = this.#audience.now();
    const bytes = publisher.receivedBytes - this.#savedBytes;
    const seconds = (now - this.#savedAt) / 1000;
    this.#isNew = false;
    this.#savedBytes = publisher.receivedBytes;
    this.#savedAt = now;
    return { sessionId, ingest: publisher.facts(), bytes, sent: this.#audience.takeSentBytes(), viewers, seconds };
  }
}
