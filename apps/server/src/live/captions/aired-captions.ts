import type { SpokenCue } from "@kinora/domain/speech/cues.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import type { Chore } from "../../platform/jobs/chores.ts";

/** Clips are of the last minutes; their videos may wait for a busy worker. */
const KEPT_HOURS = 24;

/** Deletes captions of what was on air before that. */
export const forgetAiredCaptions: Chore = {
  name: "live.forget_aired_captions",
  does: "Deletes captions of livestreams that are older than a day, of which no clip is made any more.",
  everySeconds: 3_600,
  async run({ db }) {
    await sql`delete from aired_captions where starts_at < now() - make_interval(hours => ${KEPT_HOURS})`.execute(db);
  },
};

/** Keeps captions of a stream in the database with the dates of its playlists, so that clips of it have them. */
export class AiredCaptions {
  readonly #services: Pick<Services, "db" | "log">;
  readonly #timeline: Pick<LiveTimeline, "segments">;
  readonly #streamId: number;
  #writing: Promise<void> = Promise.resolve();

  constructor(services: Pick<Services, "db" | "log">, timeline: Pick<LiveTimeline, "segments">, streamId: number) {
    this.#services = services;
    this.#timeline = timeline;
    this.#streamId = streamId;
  }

  /** Keeps captions with times of the stream's clock. */
  add(cues: readonly SpokenCue[], language: string | null): void {
    const dated = cues.flatMap((cue) => {
      const segment = this.#timeline.segments.findLast(({ clockSeconds }) => clockSeconds * 1_000 <= cue.startMs);
      if (!segment) return [];
      const offsetMs = segment.startsAtMs - segment.clockSeconds * 1_000;
      return [{ ...cue, startMs: Math.round(cue.startMs + offsetMs), endMs: Math.round(cue.endMs + offsetMs) }];
    });
    if (dated.length === 0) return;
    this.#writing = this.#writing
      .then(() => this.#write(dated, language))
      .catch((error: unknown) => {
        this.#services.log.warn({ err: error, stream: this.#streamId }, "captions of a livestream not kept for clips");
      });
  }

  /** Resolves when all that was added is in the database, or could not be written. */
  async written(): Promise<void> {
    await this.#writing;
  }

  async #write(cues: readonly SpokenCue[], language: string | null): Promise<void> {
    await sql`
      insert into aired_captions (stream_id, starts_at, cues, language)
      values (${this.#streamId}, ${new Date(cues[0]?.startMs ?? 0)}, ${JSON.stringify(cues)}::jsonb, ${language})
      on conflict do nothing`.execute(this.#services.db);
  }
}
