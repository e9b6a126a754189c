import { liveChannel, STREAM_STATS_EVENT, type StreamStatsPush } from "@kinora/domain/realtime.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { Services } from "../context.ts";
import { publish } from "../platform/events.ts";
import type { Publisher } from "./publisher.ts";
import { saveSession } from "./session-records.ts";

/** Every so many pushes the session's row is written. */
const SAVE_EVERY = 5;

/** How a session does at this moment. */
export interface SessionNow {
  /** Media seconds encoded in a second; null until known. */
  speed: number | null;
  viewers: number;
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

/** Tells each second how a publisher does, and writes it down now and then. */
export class SessionStats {
  readonly #services: Services;
  readonly #streamId: number;
  #pushes = 0;
  #savedBytes = 0;
  #savedAt = 0;

  constructor(services: Services, streamId: number) {
    this.#services = services;
    this.#streamId = streamId;
  }

  /** Another publisher counts from the beginning. */
  begin(): void {
    this.#savedBytes = 0;
    this.#savedAt = performance.now();
  }

  /** Pushes to whoever watches the stream. */
  async push(
    publisher: Publisher,
    sessionId: number,
    { speed, viewers, startedAt, leftOut, timeline }: SessionNow,
  ): Promise<void> {
    const data: StreamStatsPush = {
      id: this.#streamId,
      ...publisher.facts(),
      encode_speed: speed,
      left_out: [...leftOut],
      delay_seconds: delayOf(timeline, Date.now()),
      viewers,
      uptime_seconds: Math.round((performance.now() - startedAt) / 1000),
    };
    await publish(this.#services.db, liveChannel(this.#streamId), STREAM_STATS_EVENT, data);
    this.#pushes += 1;
    if (this.#pushes % SAVE_EVERY === 1) await this.save(publisher, sessionId, viewers);
  }

  /** Adds what came since the last time to the session. */
  async save(publisher: Publisher, sessionId: number, viewers: number): Promise<void> {
    const now = performance.now();
    const bytes = publisher.receivedBytes - this.#savedBytes;
    const seconds = (now - this.#savedAt) / 1000;
    this.#savedBytes = publisher.receivedBytes;
    this.#savedAt = now;
    await saveSession(this.#services, sessionId, { ingest: publisher.facts(), bytes, viewers, seconds });
  }
}
