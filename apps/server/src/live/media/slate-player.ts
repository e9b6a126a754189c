import { createHash } from "node:crypto";
import { placedAt } from "@kinora/media/live/decode-clock.ts";
import type { LiveEncodePlan } from "@kinora/media/live/live-encode-plan.ts";
import { readTracks } from "@kinora/media/live/live-init.ts";
import { makeSlate } from "@kinora/media/live/slate.ts";
import type { ListedRung } from "@kinora/media/live/timeline-segment.ts";
import type { TimelineSource } from "@kinora/media/live/timeline-source.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { LiveFiles } from "./live-files.ts";
import { placedSlate, readSlateName, slateInit, slateKeyOf, slateSegment } from "./slate-names.ts";

const AUDIO_KBPS = 128;
/** How long before the previous segment ends the next one is listed. */
const LEAD_MS = 700;

interface SlateSegment {
  durationSeconds: number;
  rungs: ReadonlyMap<string, ListedRung>;
}

const placedRung = (rung: ListedRung, clockSeconds: number): ListedRung => ({
  ...rung,
  name: placedSlate(rung.name, clockSeconds),
});

/** The bytes of a listed slate segment; null for any other name. */
export async function readSlate(files: Pick<LiveFiles, "read">, name: string): Promise<Buffer | null> {
  const slate = readSlateName(name);
  if (!slate) return null;
  const [init, segment] = await Promise.all([files.read(slate.init), files.read(slate.segment)]);
  return init && segment && placedAt(segment, readTracks(init), slate.ticks);
}

/** A slate's design: a sentence, or a picture of the stream. */
export interface SlateDesign {
  text: string;
  /** Its name below the stream's folder. */
  picture: string | null;
}

/** Plays the slate of a paused or disconnected stream; each slate is encoded once per ladder. */
export class SlatePlayer {
  readonly #files: LiveFiles;
  readonly #made = new Map<string, Promise<readonly SlateSegment[]>>();
  #showing: { source: TimelineSource; stop(): void } | null = null;

  constructor(files: LiveFiles) {
    this.#files = files;
    files.onDeleted = (name) => this.#made.delete(slateKeyOf(name) ?? "");
  }

  /** Encodes a slate, or returns the encoded one. @throws MediaError */
  prepare(plan: LiveEncodePlan, design: SlateDesign): Promise<readonly SlateSegment[]> {
    const { rungs } = plan;
    const fps = Math.min(30, Math.max(10, Math.round(plan.input.fps)));
    const key = createHash("sha256")
      .update(JSON.stringify([rungs, fps, design]))
      .digest("hex")
      .slice(0, 10);
    const known = this.#made.get(key);
    if (known) return known;
    const making = this.#make(key, plan, fps, design);
    this.#made.set(key, making);
    making.catch(() => this.#made.delete(key));
    return making;
  }

  /** Lists a slate's segments on the timeline until `stop` or until another source is on air. False when `isWanted` turned false. */
  async show(
    timeline: LiveTimeline,
    plan: LiveEncodePlan,
    design: SlateDesign,
    isWanted: () => boolean,
  ): Promise<boolean> {
    const segments = await this.prepare(plan, design);
    if (!isWanted() || segments.length === 0) return false;
    this.stop();
    const source = timeline.startSource({ kind: "slate" });
    for (const { rungs } of segments)
      for (const { name, init } of rungs.values()) this.#files.need([name, init], source.number);
    let timer: NodeJS.Timeout | undefined;
    let at = 0;
    let dueAt = performance.now();
    const list = () => {
      const segment = segments[at % segments.length];
      if (!segment || timeline.ended) return;
      // A repeated slate restarts its timestamps, which needs EXT-X-DISCONTINUITY.
      const discontinuity = at > 0 && at % segments.length === 0;
      const rungs = (clockSeconds: number) =>
        new Map([...segment.rungs].map(([label, rung]) => [label, placedRung(rung, clockSeconds)]));
      if (!timeline.listSegment(source, { ...segment, rungs, discontinuity })) return;
      at += 1;
      dueAt += segment.durationSeconds * 1000;
      timer = setTimeout(list, Math.max(50, dueAt - LEAD_MS - performance.now()));
    };
    this.#showing = { source, stop: () => clearTimeout(timer) };
    list();
    return true;
  }

  stop(): void {
    this.#showing?.stop();
    this.#showing = null;
  }

  async #make(
    key: string,
    { rungs }: LiveEncodePlan,
    fps: number,
    design: SlateDesign,
  ): Promise<readonly SlateSegment[]> {
    const make = (picture: string | null) =>
      makeSlate({
        rungs,
        fps,
        audioKbps: AUDIO_KBPS,
        text: picture === null ? design.text : null,
        picture,
        signal: AbortSignal.timeout(60_000),
      });
    const made = await (design.picture === null ? make(null) : this.#files.withLocal(design.picture, make));
    const segments: { durationSeconds: number; rungs: Map<string, ListedRung> }[] = [];
    for (const [label, rung] of made) {
      const init = slateInit(label, key);
      await this.#files.put(init, rung.init.bytes);
      for (const [index, { bytes, durationSeconds }] of rung.segments.entries()) {
        const name = slateSegment(label, key, index);
        await this.#files.put(name, bytes);
        const segment = (segments[index] ??= { durationSeconds, rungs: new Map() });
        segment.durationSeconds = Math.max(segment.durationSeconds, durationSeconds);
        segment.rungs.set(label, { name, init, sizeBytes: bytes.length });
      }
    }
    return segments;
  }
}
