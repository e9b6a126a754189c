import { CLIP_SECONDS } from "@kinora/domain/live/streams.ts";
import type { LiveFragment } from "@kinora/media/live/fragment-reader.ts";
import type { TimelineSegment } from "@kinora/media/live/timeline-segment.ts";
import { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { Services } from "../../context.ts";
import type { Encoding } from "../encoding/encoding.ts";
import { LiveFiles } from "../media/live-files.ts";
import type { ClipSource } from "../recordings/clip-cut.ts";

/** How long media stays after viewers see the encoder again: a clip may still be cut from it. */
const KEEP_MS = 120_000;

/** Name of the folder in storage, below the stream's. */
const FOLDER = "unseen";

/** One period in which viewers do not see the encoder. */
interface Period {
  /** Folder of its media, below the stream's. */
  name: string;
  folder: string;
  files: LiveFiles;
  timeline: LiveTimeline;
  encoding: Encoding | null;
  source: ReturnType<LiveTimeline["startSource"]> | null;
}

/**
 * Encoder output while viewers see a slate or a loop, in the highest rung and as long as a clip can be, kept for clips made in the
 * control room. Edges do not serve its file names, so viewers cannot read it.
 */
export class OffAirTimeline {
  readonly #services: Pick<Services, "log" | "storage">;
  readonly #streamFolder: string;
  readonly #shape: LiveTimeline["shape"];
  #period: Period | null = null;
  #periods = 0;
  readonly #expiring = new Map<Period, NodeJS.Timeout>();

  constructor(services: Pick<Services, "log" | "storage">, streamFolder: string, shape: LiveTimeline["shape"]) {
    this.#services = services;
    this.#streamFolder = streamFolder;
    this.#shape = shape;
  }

  /** Appends a fragment that viewers do not see. */
  take(encoding: Encoding, rung: string, fragment: LiveFragment): void {
    const label = encoding.rungs.at(-1)?.label;
    const init = encoding.inits.get(rung);
    if (rung !== label || !init) return;
    const period = (this.#period ??= this.#begin());
    if (period.encoding !== encoding) {
      if (!fragment.independent) return;
      period.encoding = encoding;
      period.timeline.setRungs(encoding.rungs.slice(-1));
      period.source = period.timeline.startSource({ kind: "live", inits: new Map([[rung, init]]) });
    }
    if (!period.source || !period.timeline.append(period.source, rung, fragment)) return;
    if (fragment.independent) period.files.sweep().catch((error: unknown) => this.#logUndeleted(error, period.folder));
  }

  /** Closes the open segments after the encoder exited. */
  finish(): void {
    const period = this.#period;
    if (period?.source) period.timeline.finishSource(period.source);
  }

  /** Ends the period: viewers see the encoder again, or it is gone for good. */
  end(): void {
    const period = this.#period;
    this.#period = null;
    if (!period) return;
    this.finish();
    period.timeline.end();
    const expiry = setTimeout(() => this.#remove(period), KEEP_MS);
    expiry.unref();
    this.#expiring.set(period, expiry);
  }

  /** Deletes all media when the stream goes off air. */
  async close(): Promise<void> {
    this.end();
    for (const [{ files }, expiry] of this.#expiring) {
      clearTimeout(expiry);
      // Pending writes would create files after the deletion.
      await files.written();
    }
    this.#expiring.clear();
    await this.#services.storage.deletePrefix(`${this.#streamFolder}/${FOLDER}/`);
  }

  /** The media a clip is cut from: what viewers saw, then the encoder output they did not see. */
  clipSource(seen: ClipSource): ClipSource {
    const period = this.#period;
    if (!period?.source) return seen;
    const { name, files, timeline } = period;
    const inFolder = (segment: TimelineSegment): TimelineSegment => ({
      ...segment,
      // Negative, so that source numbers of the two timelines stay distinct.
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

  #begin(): Period {
    this.#periods += 1;
    const name = `${FOLDER}/${Date.now()}-${this.#periods}`;
    const folder = `${this.#streamFolder}/${name}`;
    const files = new LiveFiles(this.#services.storage, folder, KEEP_MS, this.#services.log);
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

  #remove(period: Period): void {
    const { folder } = period;
    this.#expiring.delete(period);
    this.#services.storage.deletePrefix(`${folder}/`).catch((error: unknown) => this.#logUndeleted(error, folder));
  }

  #logUndeleted(error: unknown, folder: string): void {
    this.#services.log.warn({ err: error, folder }, "off-air media not deleted");
  }
}
