import { AD_BREAK_SECONDS } from "@kinora/domain/live/streams.ts";
import { rangeEndsAtMs, type DateRange, type SplicedRange } from "@kinora/media/live/date-range.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { SpliceInfo } from "../ingest/rtmp/session.ts";
import { AD_BREAK_CLASS } from "./listed-ad-breaks.ts";

/** Ranges that a playlist lists at most. */
const MOST_RANGES = 100;
/** Splices that wait for a picture at most. */
const MOST_WAITING = 20;
/** Two announcements of one event are for one moment within this. */
const SAME_MS = 1_000;

/** What the cues of an encoder need of its stream. */
export interface CueHooks {
  /** In milliseconds since 1970. */
  now(): number;
  /** The date of a time of the publisher's clock; null while it is not known. */
  dateOf(atMs: number): number | null;
  /** Whether viewers are to see the publisher. */
  isShown(): boolean;
  /** A break begins for players with ads on cue. */
  onBegin(range: DateRange, seconds: number): void;
  /** The break of a range ends at this date. */
  onEnd(rangeId: string, atMs: number): void;
}

/** A splice and its time on the publisher's clock, in milliseconds. */
interface Cue {
  splice: SpliceInfo;
  atMs: number;
}

/** A range that is made of a splice. */
type Spliced = DateRange & { splice: SplicedRange };

/**
 * Names the breaks that an encoder announces in the playlists of its stream (RFC 8216bis §4.4.5.1.1), and begins them for players with
 * ads on cue when they begin. An announcement that is repeated changes nothing.
 */
export class EncoderCues {
  readonly #timeline: LiveTimeline;
  readonly #hooks: CueHooks;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #waiting: Cue[] = [];

  constructor(timeline: LiveTimeline, hooks: CueHooks) {
    this.#timeline = timeline;
    this.#hooks = hooks;
  }

  /** Takes a splice. Breaks of a picture that viewers do not see are not named; the end of one is. */
  take(splice: SpliceInfo, atMs: number): void {
    if (splice.kind === "cancel") return this.#cancel(splice);
    const isShown = this.#hooks.isShown();
    const date = this.#hooks.dateOf(atMs);
    if (date === null && isShown) {
      if (this.#waiting.push({ splice, atMs }) > MOST_WAITING) this.#waiting.shift();
    } else if (splice.kind === "in") this.#end(splice, date ?? this.#hooks.now());
    else if (date !== null) this.#begin(splice, date);
  }

  /** Takes what waited for a picture. */
  takeWaiting(): void {
    for (const { splice, atMs } of this.#waiting.splice(0)) this.take(splice, atMs);
  }

  /** The publisher left: its clock is over. What was named stays. */
  forget(): void {
    this.#waiting = [];
  }

  /** Begins no further break. */
  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#waiting = [];
  }

  #begin(splice: SpliceInfo, startsAtMs: number): void {
    const known = this.#ranges(splice).find((range) => this.#isSame(range, splice, startsAtMs));
    if (known) return;
    for (const range of this.#ranges(splice)) if (range.startsAtMs > this.#hooks.now()) this.#takeBack(range);
    if (this.#timeline.dateRanges.length >= MOST_RANGES) return;
    const event = eventOf(splice);
    const range = {
      id: `${event}-${startsAtMs}`,
      class: AD_BREAK_CLASS,
      startsAtMs,
      durationSeconds: null,
      splice: {
        event,
        plannedSeconds: splice.durationSeconds,
        endsItself: splice.endsItself,
        out: hexOf(splice),
      },
    };
    this.#timeline.addDateRange(range);
    if (this.#timeline.dateRanges.includes(range)) this.#schedule(range);
  }

  /** Whether a range is of the same event at the same moment, or lasts while its encoder announces it again. */
  #isSame(range: Spliced, { isAtOnce }: SpliceInfo, atMs: number): boolean {
    if (Math.abs(range.startsAtMs - atMs) < SAME_MS) return true;
    const hasEnd = range.durationSeconds !== null || range.splice.plannedSeconds !== null;
    return (hasEnd || isAtOnce) && range.startsAtMs < atMs && atMs < rangeEndsAtMs(range);
  }

  #end(splice: SpliceInfo, atMs: number): void {
    const isOpen = ({ splice: { in: ended } }: Spliced) => ended === undefined;
    const own = this.#ranges(splice);
    // Some encoders give the end of a break a number of its own.
    const open = own.length > 0 || splice.command === "segmentation" ? own : this.#spliced("insert");
    const range = open.findLast(isOpen);
    if (!range) return;
    const { plannedSeconds, endsItself } = range.splice;
    const lasted = Math.max(0, (atMs - range.startsAtMs) / 1000);
    const durationSeconds = endsItself && plannedSeconds !== null ? Math.min(plannedSeconds, lasted) : lasted;
    this.#timeline.changeDateRange({ ...range, durationSeconds, splice: { ...range.splice, in: hexOf(splice) } });
    this.#hooks.onEnd(range.id, range.startsAtMs + durationSeconds * 1000);
  }

  /** A break that has begun cannot be canceled (ANSI/SCTE 35 2023 §9.7.3.1). */
  #cancel({ command, eventId }: SpliceInfo): void {
    const prefix = `${command}-${eventId}-`;
    const isIt = ({ splice }: Spliced) => `${splice.event}-`.startsWith(prefix);
    this.#waiting = this.#waiting.filter(({ splice }) => splice.command !== command || splice.eventId !== eventId);
    for (const range of this.#spliced(command).filter(isIt))
      if (range.startsAtMs > this.#hooks.now()) this.#takeBack(range);
  }

  #takeBack(range: Spliced): void {
    clearTimeout(this.#timers.get(range.id));
    this.#timers.delete(range.id);
    this.#timeline.changeDateRange({ ...range, splice: { ...range.splice, isCanceled: true } });
  }

  #schedule({ id, startsAtMs }: Spliced): void {
    const begin = () => {
      this.#timers.delete(id);
      // Its end may be announced before it begins.
      const range = this.#timeline.dateRanges.find((one) => one.id === id);
      if (range) this.#hooks.onBegin(range, breakSeconds(range));
    };
    const delayMs = startsAtMs - this.#hooks.now();
    if (delayMs <= 0) return begin();
    this.#timers.set(id, setTimeout(begin, delayMs).unref());
  }

  #ranges(splice: SpliceInfo): Spliced[] {
    const event = eventOf(splice);
    return this.#spliced(splice.command).filter((range) => range.splice.event === event);
  }

  #spliced(command: SpliceInfo["command"]): Spliced[] {
    return this.#timeline.dateRanges.filter(
      (range): range is Spliced => range.splice?.event.startsWith(command) === true,
    );
  }
}

/** How long players with ads on cue may begin ads. */
const breakSeconds = ({ durationSeconds, splice }: DateRange): number =>
  Math.min(AD_BREAK_SECONDS.max, durationSeconds ?? splice?.plannedSeconds ?? AD_BREAK_SECONDS.default);

/** Names an event; the same for its begin and its end. */
const eventOf = ({ command, eventId, type }: SpliceInfo): string =>
  command === "insert" ? `insert-${eventId}` : `segmentation-${eventId}-${type.toString(16)}`;

const hexOf = ({ section }: SpliceInfo): string => section.toString("hex").toUpperCase();
