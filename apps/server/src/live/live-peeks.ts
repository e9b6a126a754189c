import { peekLive, type LivePeek, type PeekSource } from "@kinora/media/live/livePeek.ts";
import type { TimelineSegment } from "@kinora/media/live/timelineSegment.ts";
import { readListed, type MediaSources } from "./listed-media.ts";
import type { OnAir } from "./on-air.ts";
import type { Publisher } from "./publisher.ts";
import { Turns } from "./turns.ts";

/** What can be looked at: what viewers get, or what the encoder sends. */
export const PEEK_SUBJECTS = ["on_air", "ingest"] as const;
export type PeekSubject = (typeof PEEK_SUBJECTS)[number];

/** A look taken so lately is good enough, in milliseconds: for whoever watches over a stream, and for anybody. */
const FRESH_MS = 4_000;
export const OLDEST_MS = 30_000;

/** What a look needs to know of a stream. */
export interface PeekedStream extends Pick<OnAir, "hash" | "timeline">, MediaSources {
  publisher: Pick<Publisher, "peekSource" | "heard"> | null;
}

/** A look and when it was taken. */
export type TakenPeek = LivePeek & { takenAt: Date };

/** Pictures of streams that are on air, taken one after the other and only while somebody wants to see them. */
export class LivePeeks {
  readonly #peek: (source: PeekSource) => Promise<LivePeek | null>;
  readonly #turns: Turns;
  readonly #now: () => number;
  readonly #taken = new Map<string, { atMs: number; hasPicture: boolean; peek: Promise<TakenPeek | null> }>();

  constructor(
    onFailure: (error: unknown) => void,
    peek: typeof peekLive = peekLive,
    now: () => number = () => performance.now(),
  ) {
    this.#peek = peek;
    this.#now = now;
    this.#turns = new Turns(onFailure);
  }

  /** A look at a stream, at most `ageMs` old; null where there is nothing to see. @throws what the look throws. */
  async look(onAir: PeekedStream, subject: PeekSubject, ageMs = FRESH_MS): Promise<TakenPeek | null> {
    const key = `${onAir.hash} ${subject}`;
    const now = this.#now();
    for (const [old, { atMs }] of this.#taken) if (now - atMs > OLDEST_MS) this.#taken.delete(old);
    const known = this.#taken.get(key);
    if (known && now - known.atMs <= (known.hasPicture ? ageMs : FRESH_MS)) return known.peek;
    const look = { atMs: now, hasPicture: false, peek: this.#turns.do(() => this.#take(onAir, subject)) };
    this.#taken.set(key, look);
    const taken = await look.peek;
    look.hasPicture = taken !== null;
    return taken;
  }

  async #take(onAir: PeekedStream, subject: PeekSubject): Promise<TakenPeek | null> {
    const { publisher } = onAir;
    const source = subject === "on_air" ? await onAirSource(onAir) : (publisher?.peekSource() ?? null);
    const peek = source && (await this.#peek(source));
    if (!peek) return null;
    if (subject === "ingest") publisher?.heard(peek.audioLevelDb);
    return { ...peek, takenAt: new Date() };
  }
}

/** The newest segment viewers have, of the smallest rung that is not tiny: the encoder's, a slate's or the loop's. */
async function onAirSource(onAir: PeekedStream): Promise<PeekSource | null> {
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
