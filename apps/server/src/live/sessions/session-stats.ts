import type { StreamStatsPush } from "@kinora/domain/realtime.ts";
import type { LiveCaptionsState } from "@kinora/domain/speech/live-captions.ts";
import type { RungSegment, TimelineSegment } from "@kinora/media/live/timeline-segment.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { Publisher } from "../ingest/publisher.ts";
import type { Audience } from "./audience.ts";
import { SessionHistory } from "./session-history.ts";
import type { SessionSave } from "./session-records.ts";

/** Current figures of a session from other components. */
export interface SessionNow {
  /** Media seconds encoded in a second; null until known. */
  speed: number | null;
  /** On the clock of `performance`, in milliseconds. */
  startedAt: number;
  /** Labels of planned rungs that are not encoded. */
  leftOut: readonly string[];
  timeline: Pick<LiveTimeline, "segments">;
  /** Of automatic captions; null where there are none. */
  captions: LiveCaptionsState | null;
}

/** Age of the newest picture viewers can have, in seconds; null while it is not the encoder's. */
export function delayOf({ segments }: Pick<LiveTimeline, "segments">, nowMs: number): number | null {
  const last = segments.at(-1);
  if (last?.kind !== "live") return null;
  const seconds = (nowMs - last.startsAtMs) / 1000 - last.durationSeconds;
  return Math.round(Math.max(0, seconds) * 100) / 100;
}

/** The fields of a segment its duration is read from. */
interface TimedSegment extends Pick<TimelineSegment, "kind" | "durationSeconds"> {
  rungs: ReadonlyMap<string, Pick<RungSegment, "state">>;
}

/** Duration of the encoder's latest closed segment in seconds; null while there is none or another source is on air. */
export function segmentSecondsOf({ segments }: { segments: readonly TimedSegment[] }): number | null {
  if (segments.at(-1)?.kind !== "live") return null;
  const whole = segments.findLast(
    ({ kind, rungs }) => kind === "live" && [...rungs.values()].some(({ state }) => state === "closed"),
  );
  return whole ? Math.round(whole.durationSeconds * 100) / 100 : null;
}

/** A session's report of one round. */
export interface SessionReport {
  /** For subscribers of the stream. */
  push: StreamStatsPush;
  /** For the session's row; null in rounds that do not save. */
  save: SessionSave | null;
}

/** Collects the figures of a stream's publisher. */
export class SessionStats {
  readonly #streamId: number;
  readonly #audience: Audience;
  /** On the clock of `performance`. */
  readonly history = new SessionHistory();
  #isNew = true;
  #savedBytes = 0;
  #savedAt = 0;

  constructor(streamId: number, audience: Audience) {
    this.#streamId = streamId;
    this.#audience = audience;
  }

  /** Resets the counters for a new publisher. */
  begin(): void {
    this.#isNew = true;
    this.#savedBytes = 0;
    this.#savedAt = performance.now();
    // Bytes sent before belong to the previous session.
    this.#audience.takeSentBytes();
  }

  /** The current figures, with a save for a new publisher and when `isSaveRound`. */
  report(publisher: Publisher, sessionId: number, now: SessionNow, isSaveRound: boolean): SessionReport {
    const { speed, startedAt, leftOut, timeline, captions } = now;
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
      captions,
      uptime_seconds: Math.round((performance.now() - startedAt) / 1000),
    };
    this.history.add(sessionId, performance.now(), push);
    return { push, save: isSaveRound || this.#isNew ? this.save(publisher, sessionId) : null };
  }

  /** The figures since the previous save, to be added to the session's row. */
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
