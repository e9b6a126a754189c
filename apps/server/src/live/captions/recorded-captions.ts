import type { SpokenCue } from "@kinora/domain/speech/cues.ts";
import type { TimelineSegment } from "@kinora/media/live/timeline-segment.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import type { RecordedMoment } from "../recordings/session-recording.ts";

/** Where a date of the playlists is in the recording that runs; null without one. */
export type RecordedAt = (dateMs: number) => RecordedMoment | null;

/** From a moment of the stream's clock on, which recording runs and what is added to that clock to get its times. */
interface Span {
  fromMs: number;
  recordingId: number | null;
  offsetMs: number;
}

/** Captions come seconds after their words: older spans are not needed. */
const KEPT_SPANS = 20;
/** Clocks may be apart by so much before another span is noted. */
const SAME_MS = 20;

/** Keeps captions of what is recorded in the database, until the recording's video has them. */
export class RecordedCaptions {
  readonly #services: Pick<Services, "db" | "log">;
  readonly #recordedAt: RecordedAt;
  #spans: Span[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(services: Pick<Services, "db" | "log">, recordedAt: RecordedAt) {
    this.#services = services;
    this.#recordedAt = recordedAt;
  }

  /** Notes which recording runs while the end of a segment comes in. */
  follow({ kind, clockSeconds, startsAtMs, durationSeconds }: TimelineSegment): void {
    const nowMs = (clockSeconds + durationSeconds) * 1_000;
    const at = kind === "live" ? this.#recordedAt(startsAtMs + durationSeconds * 1_000) : null;
    const span: Span = at
      ? { fromMs: nowMs - (at.ms - at.beginsMs), recordingId: at.recordingId, offsetMs: at.ms - nowMs }
      : { fromMs: nowMs, recordingId: null, offsetMs: 0 };
    const last = this.#spans.at(-1);
    const isSame = last?.recordingId === span.recordingId && Math.abs(last.offsetMs - span.offsetMs) < SAME_MS;
    if (!isSame) this.#spans = [...this.#spans, span].slice(-KEPT_SPANS);
  }

  /** Keeps captions with times of the stream's clock where those moments are recorded. */
  add(cues: readonly SpokenCue[], language: string | null): void {
    const placed = cues.flatMap((cue) => {
      const { recordingId, offsetMs } = this.#spans.findLast(({ fromMs }) => fromMs <= cue.startMs) ?? {};
      if (recordingId === undefined || recordingId === null || offsetMs === undefined) return [];
      const [startMs, endMs] = [cue.startMs + offsetMs, cue.endMs + offsetMs].map(Math.round);
      return startMs === undefined || endMs === undefined ? [] : [{ recordingId, cue: { ...cue, startMs, endMs } }];
    });
    for (const [recordingId, group] of Map.groupBy(placed, (each) => each.recordingId))
      this.#writing = this.#writing
        .then(() =>
          this.#write(
            recordingId,
            group.map(({ cue }) => cue),
            language,
          ),
        )
        .catch((error: unknown) => {
          this.#services.log.warn({ err: error, recording: recordingId }, "captions of a recording not kept");
        });
  }

  /** Resolves when all that was added is in the database, or could not be written. */
  async written(): Promise<void> {
    await this.#writing;
  }

  /** Captions that come after the recording's video was made have no place any more. */
  async #write(recordingId: number, cues: readonly SpokenCue[], language: string | null): Promise<void> {
    await sql`
      insert into recording_captions (recording_id, starts_ms, cues, language)
      select id, ${cues[0]?.startMs ?? 0}, ${JSON.stringify(cues)}::jsonb, ${language}
      from stream_recordings where id = ${recordingId} and state in ('recording', 'stopping', 'saving')
      on conflict do nothing`.execute(this.#services.db);
  }
}
