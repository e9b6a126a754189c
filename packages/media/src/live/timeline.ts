import { findClosedCaptions, type ClosedCaptionService } from "../packaging/closed-captions.ts";
import { showFirstAtOnce } from "../packaging/fragment.ts";
import { rangesWithin, type DateRange } from "./date-range.ts";
import type { LiveFragment, LiveInit } from "./fragment-reader.ts";
import type { RestoredTimeline } from "./journal-lines.ts";
import { KnownRungs } from "./known-rungs.ts";
import { RungCut } from "./rung-cut.ts";
import { RunningClock } from "./running-clock.ts";
import { countBeyond, endsAtMs } from "./segment-window.ts";
import { SourceCut } from "./source-cut.ts";
import { TargetDuration } from "./target-duration.ts";
import { TimelineError } from "./timeline-error.ts";
import type {
  LiveRung,
  LiveSourceKind,
  RungSegment,
  SegmentToList,
  SoundSegment,
  TimelineSegment,
} from "./timeline-segment.ts";
import { longestSegmentSeconds, shapeOf, type TimelineShape } from "./timeline-shape.ts";
import type { LiveTimelineOptions, OpenSource, TimelineSource } from "./timeline-source.ts";

const finished = { independent: true, state: "closed", stored: true } as const;

/** A rung this many segments behind the first gets gaps for the missing ones. */
const mostSegmentsBehind = 3;

/** The timeline of all rungs of a stream, for its whole life (RFC 8216bis §6.2.1): media of encoders, slates and loops in sequence. */
export class LiveTimeline {
  readonly shape: TimelineShape;
  readonly target: TargetDuration;
  readonly #options: LiveTimelineOptions;
  readonly #listeners = new Set<() => void>();
  #windowSeconds: number;
  readonly #ladder: KnownRungs;
  #segments: TimelineSegment[];
  #dateRanges: DateRange[];
  #nextSequence: number;
  #discontinuitySequence: number;
  #nextSource: number;
  readonly #clock: RunningClock;
  readonly #captions = new Set<ClosedCaptionService>();
  #ended: boolean;
  #current: OpenSource | null = null;

  constructor(options: LiveTimelineOptions, restored?: RestoredTimeline) {
    this.#options = options;
    this.#windowSeconds = options.windowSeconds;
    this.shape = restored?.shape ?? shapeOf(options);
    const { rungs, formerRungs } = restored ?? { rungs: options.rungs, formerRungs: [] };
    this.#ladder = new KnownRungs({ rungs: options.rungs.length === 0 ? rungs : options.rungs, formerRungs });
    this.#segments = restored?.segments ?? [];
    this.#dateRanges = restored?.dateRanges ?? [];
    this.#nextSequence = restored?.nextSequence ?? options.firstNumber ?? 0;
    this.#discontinuitySequence = restored?.discontinuitySequence ?? options.firstNumber ?? 0;
    this.#nextSource = restored?.nextSource ?? (options.firstNumber ?? 0) + 1;
    this.#clock = new RunningClock(restored?.clockSeconds ?? 0);
    this.#ended = restored?.ended ?? false;
    const recordShape = () => options.journal?.began(this.shape, this.#ladder);
    this.target = new TargetDuration(this.shape, !restored && options.targetIsOpen === true, recordShape);
    if (!restored) recordShape();
  }

  /** The ladder, lowest first. */
  get rungs(): readonly LiveRung[] {
    return this.#ladder.rungs;
  }

  /** The services whose captions were found in encoders' pictures so far. */
  get closedCaptions(): ReadonlySet<ClosedCaptionService> {
    return this.#captions;
  }

  /** The listed segments, oldest first; the last ones may be open. */
  get segments(): readonly TimelineSegment[] {
    return this.#segments;
  }

  /** The named spans that reach into the listed segments, in the order they were added. */
  get dateRanges(): readonly DateRange[] {
    return this.#dateRanges;
  }

  /** Sequence number of the next segment. */
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

  /** Number of the newest source; 0 before the first. */
  get newestSource(): number {
    return this.#nextSource - 1;
  }

  /** The source on air. */
  get current(): TimelineSource | null {
    return this.#current;
  }

  /** Replaces the ladder. Listed segments stay; where one lacks a new rung, its nearest rung is listed. */
  setRungs(rungs: readonly LiveRung[]): void {
    this.#ladder.set(rungs);
    this.#options.journal?.rungsChanged(this.#ladder);
    this.#changed();
  }

  /** Whether the ladder has or had this rung: its playlist continues with the nearest one. */
  knows(label: string): boolean {
    return this.#ladder.knows(label);
  }

  /** Sets the length of the playlist. */
  setWindow(windowSeconds: number): void {
    this.#windowSeconds = windowSeconds;
    this.#changed();
  }

  /** Names a span in the playlists, as long as they list segments of it. Idempotent by its ID. */
  addDateRange(range: DateRange): void {
    const isListed = this.#dateRanges.some(({ id }) => id === range.id);
    if (this.#ended || isListed || rangesWithin([range], this.#segments).length === 0) return;
    this.#dateRanges.push(range);
    this.#options.journal?.dateRangeSet(range);
    this.#changed();
  }

  /** Replaces what is known of a listed span with the same ID: its end, or that it was taken back. */
  changeDateRange(range: DateRange): void {
    const at = this.#dateRanges.findIndex(({ id }) => id === range.id);
    if (this.#ended || at < 0) return;
    this.#dateRanges = rangesWithin(this.#dateRanges.with(at, range), this.#segments);
    this.#options.journal?.dateRangeSet(range);
    this.#changed();
  }

  /**
   * The date of a time of a source on air, in milliseconds since 1970; times after its newest segment are counted from there.
   * @param seconds on the source's own clock.
   * @returns null for a stale source, and before its first segment.
   */
  dateOf(source: TimelineSource, seconds: number): number | null {
    const current = this.#ifCurrent(source);
    const index = current?.cut.indexAt(seconds) ?? 0;
    const segment = current?.segments[index];
    return current && segment ? Math.round(segment.startsAtMs + (seconds - current.cut.startOf(index)) * 1000) : null;
  }

  /**
   * Starts another source: open segments are closed, and the next segment follows a discontinuity. A ladder with a rung dropped under
   * load is another source, too.
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
    const cut = new SourceCut(this.shape, source.kind === "live" ? this.#options.mostTargetSeconds : 0);
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
   * Adds a fragment of a rung and rewrites its decode times to the timeline's clock; false when it is dropped: of a stale source,
   * before the first key frame, or too far behind.
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
    // Moves the first frame's presentation to its decode time, so that reordering leaves no gap at the seam.
    if (own.index < 0 || (segment.discontinuity && own.index < index)) showFirstAtOnce(fragment.bytes);
    // Before it is listed: until the first segment determines the target duration, that is the most there can be.
    const lengthSeconds = offsetSeconds + fragment.durationSeconds;
    const isLonger = lengthSeconds > longestSegmentSeconds(this.shape);
    if (isLonger && !this.target.isOpen && lengthSeconds <= (this.#options.mostTargetSeconds ?? 0) + 0.49)
      this.target.raise(lengthSeconds);
    this.#clock.take(rung, fragment, current.cut.shiftOf(index));
    // All rungs have the captions of one picture.
    if (rung === this.rungs[0]?.label)
      for (const service of findClosedCaptions(fragment.bytes)) this.#captions.add(service);
    own.add(index, segment, fragment, current.segments);
    this.#changed();
    return true;
  }

  /**
   * Lists a complete segment of a slate or a looped video, which is not encoded again.
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

  /** Closes a source's open segments after its encoder ended; the playlist stays unchanged until the next source. */
  finishSource(source: TimelineSource): void {
    if (!this.#ifCurrent(source)) return;
    this.#closeCurrent();
    this.#changed();
  }

  /** Marks a segment as stored: it is listed after a restart, too. */
  stored(rung: string, sequence: number): void {
    const segment = this.#segments.find((one) => one.sequence === sequence);
    const entry = segment?.rungs.get(rung);
    if (!segment || entry?.state !== "closed") return;
    entry.stored = true;
    this.#options.journal?.stored(segment, rung, entry);
  }

  /** Adds a further sound of a listed segment; it is listed after a restart, too, once it is stored. */
  addSound(sequence: number, track: number, sound: Omit<SoundSegment, "stored">): void {
    const segment = this.#segments.find((one) => one.sequence === sequence);
    segment?.sounds.set(track, { ...sound, stored: false });
  }

  /** Marks a further sound of a segment as stored. */
  soundStored(sequence: number, track: number): void {
    const segment = this.#segments.find((one) => one.sequence === sequence);
    const sound = segment?.sounds.get(track);
    if (!segment || !sound) return;
    sound.stored = true;
    this.#options.journal?.soundStored(segment, track, sound);
  }

  /** Ends the playlist (EXT-X-ENDLIST). */
  end(): void {
    if (this.#ended) return;
    this.#closeCurrent();
    this.#ended = true;
    this.#options.journal?.ended();
    this.#changed();
  }

  /** The file a rung lists for a segment: its own, or the nearest one its source offers; null while there is none. */
  entry(segment: TimelineSegment, rung: string): { label: string; entry: RungSegment } | null {
    const label = this.#ladder.choose(segment.offered, rung);
    const entry = label === null ? undefined : segment.rungs.get(label);
    return label !== null && entry ? { label, entry } : null;
  }

  /** Calls the listener after each change. Returns a function that unsubscribes. */
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
    // Uses the cuts that all rungs share, so that durations add up.
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
    const begins = { startsAtMs: Math.round(startsAtMs), clockSeconds: this.#clock.seconds };
    const segment: TimelineSegment = {
      sequence: this.#nextSequence,
      discontinuity: isSeam,
      discontinuitySequence: this.#discontinuitySequence,
      kind: current.kind,
      source: current.number,
      ...begins,
      stretch: (isSeam ? undefined : this.#segments.at(-1)?.stretch) ?? begins,
      durationSeconds: 0,
      offered,
      rungs: new Map(),
      sounds: new Map(),
    };
    current.isNew = false;
    this.#nextSequence += 1;
    // Written before a player can see the number, so that a restart does not assign it twice.
    this.#options.journal?.opened(segment);
    this.#segments.push(segment);
    return segment;
  }

  /** Wall-clock start of the received media. Clocks drift, but the dates of a playlist never go back. */
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
    this.#dateRanges = rangesWithin(this.#dateRanges, this.#segments);
    this.#options.sink.onRemoved(removed);
    this.#options.journal?.trimmed(this.shape, this.#ladder, this.#segments, this.#dateRanges);
  }
}
