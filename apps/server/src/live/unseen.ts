import { CLIP_SECONDS } from "@kinora/domain/streams.ts";
import type { LiveFragment } from "@kinora/media/live/fragmentReader.ts";
import { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { TimelineSegment } from "@kinora/media/live/timelineSegment.ts";
import type { Services } from "../context.ts";
import type { ClippedStream } from "./clip-cut.ts";
import type { Encoding } from "./encoding.ts";
import { LiveFiles } from "./live-files.ts";

/** What a clip was found to be made of stays for so long, also when viewers see the encoder again. */
const STAYS_MS = 120_000;

/** One stretch of time in which viewers see something else. */
interface Stretch {
  /** Where its media lies, below the stream's folder. */
  name: string;
  folder: string;
  files: LiveFiles;
  timeline: LiveTimeline;
  encoding: Encoding | null;
  source: ReturnType<LiveTimeline["startSource"]> | null;
}

/**
 * What an encoder sends while viewers see a slate or a loop, in its highest rung, for as long as a clip can be: whoever is in the
 * control room may clip it. Edges know no such names, so viewers never get it.
 */
export class Unseen {
  readonly #services: Pick<Services, "log" | "storage">;
  readonly #streamFolder: string;
  readonly #shape: LiveTimeline["shape"];
  #stretch: Stretch | null = null;
  #stretches = 0;
  readonly #leaving = new Map<Stretch, NodeJS.Timeout>();

  constructor(services: Pick<Services, "log" | "storage">, streamFolder: string, shape: LiveTimeline["shape"]) {
    this.#services = services;
    this.#streamFolder = streamFolder;
    this.#shape = shape;
  }

  /** Takes a fragment that viewers are not shown. */
  take(encoding: Encoding, rung: string, fragment: LiveFragment): void {
    const label = encoding.rungs.at(-1)?.label;
    const init = encoding.inits.get(rung);
    if (rung !== label || !init) return;
    const stretch = (this.#stretch ??= this.#begin());
    if (stretch.encoding !== encoding) {
      if (!fragment.independent) return;
      stretch.encoding = encoding;
      stretch.timeline.setRungs(encoding.rungs.slice(-1));
      stretch.source = stretch.timeline.startSource({ kind: "live", inits: new Map([[rung, init]]) });
    }
    if (!stretch.source || !stretch.timeline.append(stretch.source, rung, fragment)) return;
    if (fragment.independent) stretch.files.sweep().catch((error: unknown) => this.#stays(error, stretch.folder));
  }

  /** The encoder ended: what it left open is closed. */
  finish(): void {
    const stretch = this.#stretch;
    if (stretch?.source) stretch.timeline.finishSource(stretch.source);
  }

  /** Viewers see the encoder again, or there is none any more. */
  end(): void {
    const stretch = this.#stretch;
    this.#stretch = null;
    if (!stretch) return;
    this.finish();
    stretch.timeline.end();
    const forget = setTimeout(() => this.#remove(stretch), STAYS_MS);
    forget.unref();
    this.#leaving.set(stretch, forget);
  }

  /** Deletes everything: the stream goes off air. */
  async close(): Promise<void> {
    this.end();
    for (const [{ files }, forget] of this.#leaving) {
      clearTimeout(forget);
      // What is still being written would stay.
      await files.written();
    }
    this.#leaving.clear();
    await this.#services.storage.deletePrefix(`${this.#streamFolder}/unseen/`);
  }

  /** What a clip is cut out of now: what viewers saw, and behind it what they did not. */
  behind(seen: ClippedStream): ClippedStream {
    const stretch = this.#stretch;
    if (!stretch?.source) return seen;
    const { name, files, timeline } = stretch;
    const inFolder = (segment: TimelineSegment): TimelineSegment => ({
      ...segment,
      // Numbers of two timelines are not to be taken for those of one.
      source: -segment.source,
      rungs: new Map(
        [...segment.rungs].map(([label, entry]) => [
          label,
          { ...entry, name: `${name}/${entry.name}`, init: `${name}/${entry.init}` },
        ]),
      ),
    });
    return {
      timeline: {
        rungs: [
          ...seen.timeline.rungs.filter(({ label }) => !timeline.rungs.some((own) => own.label === label)),
          ...timeline.rungs,
        ],
        get segments() {
          return [...seen.timeline.segments, ...timeline.segments.map(inFolder)];
        },
        subscribe: (listener) => timeline.subscribe(listener),
        get ended() {
          return timeline.ended;
        },
      },
      files: {
        stayingFor: (ms) => seen.files.stayingFor(ms),
        read: (file) => (file.startsWith(`${name}/`) ? files.read(file.slice(name.length + 1)) : seen.files.read(file)),
      },
    };
  }

  #begin(): Stretch {
    this.#stretches += 1;
    const name = `unseen/${Date.now()}-${this.#stretches}`;
    const folder = `${this.#streamFolder}/${name}`;
    const files = new LiveFiles(this.#services.storage, folder, STAYS_MS, this.#services.log);
    const timeline = new LiveTimeline({
      ...this.#shape,
      rungs: [],
      windowSeconds: CLIP_SECONDS.max + this.#shape.targetDurationSeconds,
      sink: files,
      now: () => Date.now(),
    });
    files.attach(timeline);
    return { name, folder, files, timeline, encoding: null, source: null };
  }

  #remove(stretch: Stretch): void {
    const { folder } = stretch;
    this.#leaving.delete(stretch);
    this.#services.storage.deletePrefix(`${folder}/`).catch((error: unknown) => this.#stays(error, folder));
  }

  #stays(error: unknown, folder: string): void {
    this.#services.log.warn({ err: error, folder }, "what viewers were not shown stays on the disk");
  }
}
