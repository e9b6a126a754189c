import { showFirstAtOnce } from "../fragment.ts";
import type { LiveFragment, LiveInit } from "./fragmentReader.ts";
import type { RestoredTimeline } from "./journalLines.ts";
import { KnownRungs } from "./knownRungs.ts";
import { RungCut } from "./rungCut.ts";
import { RunningClock } from "./runningClock.ts";
import { countBeyond, endsAtMs } from "./segmentWindow.ts";
import { SourceCut } from "./sourceCut.ts";
import { TargetDuration } from "./targetDuration.ts";
import { TimelineError } from "./timelineError.ts";
import type { LiveRung, LiveSourceKind, RungSegment, SegmentToList, TimelineSegment } from "./timelineSegment.ts";
import { longestSegmentSeconds, shapeOf, type TimelineShape } from "./timelineShape.ts";
import type { LiveTimelineOptions, OpenSource, TimelineSource } from "./timelineSource.ts";

const finished = { independent: true, state: "closed", stored: true } as const;

/** A rung this many segments behind the first is given up for what it misses. */
const mostSegmentsBehind = 3;

/** One timeline for all rungs of a stream, for its whole life (RFC 8216bis §6.2.1): what encoders, slates and loops bring, one after the other. */
export class LiveTimeline {
  readonly shape: TimelineShape;
  readonly target: TargetDuration;
  readonly #options: LiveTimelineOptions;
  readonly #listeners = new Set<() => void>();
  #windowSeconds: number;
  readonly #ladder: KnownRungs;
  #segments: TimelineSegment[];
  #nextSequence: number;
  #discontinuitySequence: number;
  #nextSource: number;
  readonly #clock: RunningClock;
  #ended: boolean;
  #current: OpenSource | null = null;

  constructor(options: LiveTimelineOptions, restored?: RestoredTimeline) {
    this.#options = options;
    this.#windowSeconds = options.windowSeconds;
    this.shape = restored?.shape ?? shapeOf(options);
    const { rungs, formerRungs } = restored ?? { rungs: options.rungs, formerRungs: [] };
    this.#ladder = new KnownRungs({ rungs: options.rungs.length === 0 ? rungs : options.rungs, formerRungs });
    this.#segments = restored?.segments ?? [];
    this.#nextSequence = restored?.nextSequence ?? 0;
    this.#discontinuitySequence = restored?.discontinuitySequence ?? 0;
    this.#nextSource = restored?.nextSource ?? 1;
    this.#clock = new RunningClock(restored?.clockSeconds ?? 0);
    this.#ended = restored?.ended ?? false;
    const tellShape = () => options.journal?.began(this.shape, this.#ladder);
    this.target = new TargetDuration(this.shape, !restored && options.targetIsOpen === true, tellShape);
    if (!restored) tellShape();
  }

  /** The ladder, lowest first. */
  get rungs(): readonly LiveRung[] {
    return this.#ladder.rungs;
  }

  /** What is listed, oldest first; the last ones grow. */
  get segments(): readonly TimelineSegment[] {
    return this.#segments;
  }

  /** The number the next segment gets. */
  get nextSequence(): number {
    return this.#nextSequence;
  }

  /** Discontinuities so far. */
  get discontinuitySequence(): number {
    return this.#discontinuitySequence;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** The number of the source that began last; 0 before the first. */
  get newestSource(): number {
    return this.#nextSource - 1;
  }

  /** What is on air now. */
  get current(): TimelineSource | null {
    return this.#current;
  }

  /** Names the ladder anew. Listed segments stay; where one lacks a new rung, its nearest stands in. */
  setRungs(rungs: readonly LiveRung[]): void {
    this.#ladder.set(rungs);
    this.#options.journal?.rungsChanged(this.#ladder);
    this.#changed();
  }

  /** Whether the ladder has this rung or had it: its playlist goes on then, with what is nearest. */
  knows(label: string): boolean {
    return this.#ladder.knows(label);
  }

  /** Changes how far back viewers may go. */
  setWindow(windowSeconds: number): void {
    this.#windowSeconds = windowSeconds;
    this.#changed();
  }

  /**
   * Begins another source: what was open is closed, what comes next stands after a discontinuity.
   * A ladder with a rung less (dropped under load) is another source of the same encoder.
   *
   * @param source.inits by rung; none for content that is listed (slate, loop).
   * @throws TimelineError `ended`
   */
  startSource(source: { kind: LiveSourceKind; inits?: ReadonlyMap<string, LiveInit> }): TimelineSource {
    this.#requireGoing();
    this.#closeCurrent();
    this.#clock.passSeam();
    const number = this.#nextSource;
    this.#nextSource += 1;
    const learnt = this.#ladder.learnt(source.inits ?? new Map());
    if (learnt) this.setRungs(learnt);
    const rungs = new Map<string, RungCut>();
    for (const [label, { bytes }] of source.inits ?? []) {
      const init = `${label}/init-${number}.mp4`;
      this.#options.sink.onInit({ rung: label, name: init, source: number, bytes });
      rungs.set(label, new RungCut(label, init, this.shape, this.#options.sink));
    }
    const offered = this.#ladder.offer([...rungs.keys()].map((label) => [label]));
    const cut = new SourceCut(this.shape);
    this.#current = {
      number,
      kind: source.kind,
      cut,
      segments: [],
      rungs,
      offered,
      isNew: true,
      anchor: { index: 0, startsAtMs: 0 },
    };
    this.#changed();
    return this.#current;
  }

  /**
   * Adds a fragment of a rung, whose decode times become those of this timeline's clock; false when it has no place: a stale
   * source, before the first key frame, too far behind.
   * @throws BoxError
   */
  append(source: TimelineSource, rung: string, fragment: LiveFragment): boolean {
    const current = this.#ifCurrent(source);
    const own = current?.rungs.get(rung);
    if (!current || !own || (own.index < 0 && !fragment.independent)) return false;
    const { index, cut } = current.cut.place(fragment, this.#clock.seconds);
    if (cut) this.#openCut(current, index, cut.discontinuity, fragment.durationSeconds);
    const segment = current.segments[index];
    const offsetSeconds = fragment.startSeconds - current.cut.startOf(index);
    if (!segment || !own.accepts(index, offsetSeconds, fragment.independent)) return false;
    // Where frames wait for others, no moment of the seam is without a picture all the same.
    if (own.index < 0 || (segment.discontinuity && own.index < index)) showFirstAtOnce(fragment.bytes);
    this.#clock.take(rung, fragment, current.cut.shiftOf(index));
    own.add(index, segment, fragment, current.segments);
    this.#changed();
    return true;
  }

  /**
   * Lists a finished segment: of a slate, of a video that loops. It is not encoded again.
   *
   * @returns false for a stale source.
   * @throws TimelineError `segment_too_long` when it does not fit the target duration, `ended`
   */
  listSegment(source: TimelineSource, segment: SegmentToList): boolean {
    this.#requireGoing();
    const current = this.#ifCurrent(source);
    if (!current) return false;
    const { durationSeconds } = segment;
    if (!(durationSeconds > 0 && durationSeconds <= longestSegmentSeconds(this.shape)))
      throw new TimelineError("segment_too_long", "A segment of this length does not fit this stream.");
    if (segment.discontinuity) this.#clock.passSeam();
    const rungs = segment.rungs(this.#clock.seconds);
    if (rungs.size === 0) return false;
    const added = this.#open(current, {
      discontinuity: segment.discontinuity ?? false,
      startsAtMs: current.isNew ? this.#dateOf(durationSeconds) : endsAtMs(this.#segments),
      offered: this.#ladder.offer([...rungs].map(([label, { shortSidePixels }]) => [label, shortSidePixels])),
    });
    this.#clock.pass(durationSeconds, segment.leadSeconds ?? 0);
    added.durationSeconds = durationSeconds;
    for (const [label, { name, init, sizeBytes }] of rungs) {
      const entry: RungSegment = { name, init, sizeBytes, durationSeconds, ...finished, parts: [] };
      added.rungs.set(label, entry);
      this.#options.journal?.stored(added, label, entry);
    }
    this.#changed();
    return true;
  }

  /** Closes what a source left open, for its encoder ended; the playlist waits as it is for the next source. */
  finishSource(source: TimelineSource): void {
    if (!this.#ifCurrent(source)) return;
    this.#closeCurrent();
    this.#changed();
  }

  /** A segment's bytes are safe: it will be listed after a restart, too. */
  stored(rung: string, sequence: number): void {
    const segment = this.#segments.find((one) => one.sequence === sequence);
    const entry = segment?.rungs.get(rung);
    if (!segment || entry?.state !== "closed") return;
    entry.stored = true;
    this.#options.journal?.stored(segment, rung, entry);
  }

  /** Ends the stream for good (EXT-X-ENDLIST). */
  end(): void {
    if (this.#ended) return;
    this.#closeCurrent();
    this.#ended = true;
    this.#options.journal?.ended();
    this.#changed();
  }

  /** What a rung lists for a segment: its own, or the nearest one its source offers; null while there is nothing of it. */
  entry(segment: TimelineSegment, rung: string): { label: string; entry: RungSegment } | null {
    const label = this.#ladder.choose(segment.offered, rung);
    const entry = label === null ? undefined : segment.rungs.get(label);
    return label !== null && entry ? { label, entry } : null;
  }

  /** Calls the listener after each change; answers how to stop. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #requireGoing(): void {
    if (this.#ended) throw new TimelineError("ended", "This stream has ended.");
  }

  #ifCurrent(source: TimelineSource): OpenSource | null {
    return this.#current?.number === source.number && !this.#ended ? this.#current : null;
  }

  #openCut(current: OpenSource, index: number, discontinuity: boolean, firstSeconds: number): void {
    if (index === 0 || discontinuity) current.anchor = { index, startsAtMs: this.#dateOf(firstSeconds) };
    const { anchor } = current;
    // By the cuts all rungs share: the durations of one rung's segments add up to the same, those of the longest to more.
    const startsAtMs = anchor.startsAtMs + (current.cut.secondsTo(index) - current.cut.secondsTo(anchor.index)) * 1000;
    current.segments.push(this.#open(current, { discontinuity, startsAtMs, offered: current.offered }));
    for (const rung of current.rungs.values()) rung.giveUpBefore(index - mostSegmentsBehind, current.segments);
  }

  #open(
    current: OpenSource,
    { discontinuity, startsAtMs, offered }: Pick<TimelineSegment, "discontinuity" | "startsAtMs" | "offered">,
  ): TimelineSegment {
    const isSeam = (current.isNew || discontinuity) && this.#nextSequence > 0;
    if (isSeam) this.#discontinuitySequence += 1;
    const segment: TimelineSegment = {
      sequence: this.#nextSequence,
      discontinuity: isSeam,
      discontinuitySequence: this.#discontinuitySequence,
      kind: current.kind,
      source: current.number,
      startsAtMs: Math.round(startsAtMs),
      clockSeconds: this.#clock.seconds,
      durationSeconds: 0,
      offered,
      rungs: new Map(),
    };
    current.isNew = false;
    this.#nextSequence += 1;
    // Written before anybody can see the number, so that no restart gives it away twice.
    this.#options.journal?.opened(segment);
    this.#segments.push(segment);
    return segment;
  }

  /** When what was just received began. Wall clocks and encoders drift; the dates of a playlist never go back. */
  #dateOf(seconds: number): number {
    return Math.max(this.#options.now() - seconds * 1000, endsAtMs(this.#segments));
  }

  #closeCurrent(): void {
    const current = this.#current;
    this.#current = null;
    if (current) for (const rung of current.rungs.values()) rung.finish(current.segments);
  }

  #changed(): void {
    this.target.learn(this.#segments);
    this.#trim();
    for (const listener of this.#listeners) listener();
  }

  #trim(): void {
    const removed = this.#segments.splice(0, countBeyond(this.#segments, this.#windowSeconds, this.shape));
    if (removed.length === 0) return;
    this.#options.sink.onRemoved(removed);
    this.#options.journal?.trimmed(this.shape, this.#ladder, this.#segments);
  }
}
