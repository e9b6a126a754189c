import { takeSnapshot, type LiveSnapshot, type SnapshotSource } from "@kinora/media/live/live-snapshot.ts";
import type { TimelineSegment } from "@kinora/media/live/timeline-segment.ts";
import type { Publisher } from "../ingest/publisher.ts";
import { readListed, type MediaSources } from "../media/listed-media.ts";
import { SerialQueue } from "../media/serial-queue.ts";
import type { OnAir } from "./on-air.ts";

/** What a snapshot shows: what viewers get, or what the encoder sends. */
export const SNAPSHOT_SUBJECTS = ["on_air", "ingest"] as const;
export type SnapshotSubject = (typeof SNAPSHOT_SUBJECTS)[number];

/** Age up to which a snapshot is served again, in milliseconds: in the control room, and at most anywhere. */
const FRESH_MS = 4_000;
export const OLDEST_MS = 30_000;

/** What a snapshot needs of a stream. */
export interface SnapshotStream extends Pick<OnAir, "hash" | "timeline">, MediaSources {
  publisher: Pick<Publisher, "snapshotSource" | "setAudioLevel"> | null;
}

/** A snapshot and when it was taken. */
export type TakenSnapshot = LiveSnapshot & { takenAt: Date };

/** Snapshots of streams that are on air, taken on request and one at a time. */
export class LiveSnapshots {
  readonly #take: (source: SnapshotSource) => Promise<LiveSnapshot | null>;
  readonly #queue: SerialQueue;
  readonly #now: () => number;
  readonly #taken = new Map<string, { atMs: number; hasPicture: boolean; snapshot: Promise<TakenSnapshot | null> }>();

  constructor(
    onFailure: (error: unknown) => void,
    take: typeof takeSnapshot = takeSnapshot,
    now: () => number = () => performance.now(),
  ) {
    this.#take = take;
    this.#now = now;
    this.#queue = new SerialQueue(onFailure);
  }

  /** A snapshot of a stream, at most `ageMs` old; null when it has no picture. @throws what taking it throws. */
  async read(onAir: SnapshotStream, subject: SnapshotSubject, ageMs = FRESH_MS): Promise<TakenSnapshot | null> {
    const key = `${onAir.hash} ${subject}`;
    const now = this.#now();
    for (const [old, { atMs }] of this.#taken) if (now - atMs > OLDEST_MS) this.#taken.delete(old);
    const known = this.#taken.get(key);
    if (known && now - known.atMs <= (known.hasPicture ? ageMs : FRESH_MS)) return known.snapshot;
    const entry = { atMs: now, hasPicture: false, snapshot: this.#queue.run(() => this.#capture(onAir, subject)) };
    this.#taken.set(key, entry);
    const taken = await entry.snapshot;
    entry.hasPicture = taken !== null;
    return taken;
  }

  async #capture(onAir: SnapshotStream, subject: SnapshotSubject): Promise<TakenSnapshot | null> {
    const { publisher } = onAir;
    const source = subject === "on_air" ? await onAirSource(onAir) : (publisher?.snapshotSource() ?? null);
    const snapshot = source && (await this.#take(source));
    if (!snapshot) return null;
    if (subject === "ingest") publisher?.setAudioLevel(snapshot.audioLevelDb);
    return { ...snapshot, takenAt: new Date() };
  }
}

/** The newest complete segment, in the smallest rung of at least 360 lines: the encoder's, a slate's or the loop's. */
async function onAirSource(onAir: SnapshotStream): Promise<SnapshotSource | null> {
  const { timeline } = onAir;
  const rung = timeline.rungs.find(({ height, width }) => Math.min(height, width) >= 360) ?? timeline.rungs.at(-1);
  const isWhole = (segment: TimelineSegment) => timeline.entry(segment, rung?.label ?? "")?.entry.state === "closed";
  const segment = timeline.segments.findLast(isWhole);
  const entry = segment && timeline.entry(segment, rung?.label ?? "")?.entry;
  if (!entry) return null;
  const names = [entry.init, entry.name];
  const [init, media] = await Promise.all(names.map((name) => readListed(onAir, name)));
  return init && media ? { bytes: Buffer.concat([init, media]), container: "mov", hasSound: true } : null;
}
