import { nearestStartMs } from "@kinora/domain/live/stream-loop.ts";
import { loopSegments } from "@kinora/media/live/loop-programme.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import { listedRungs, type Programme } from "./loop-programme.ts";

/** How long before the previous segment ends the next one is listed: time to fetch it. */
const LEAD_MS = 2_000;

/** Videos with longer segments are not listed. */
const LONGEST_SECONDS = 6.49;

/** A loop that is on the timeline. */
interface Playing {
  timeline: LiveTimeline;
  programme: Programme;
  /** A later reading of its playlist, which takes over at the end of the video on air. */
  changed: Programme | null;
}

/** Lists a loop's segments on the timeline in real time, without encoding. */
export class LoopPlayer {
  readonly #now: () => number;
  #playing: Playing | null = null;
  #stop: (() => void) | null = null;

  /** @param now milliseconds since 1970. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * Lists the loop from its current position until `stop` or until another source is on air. A later reading of the playlist
   * that is on air begins at the end of the current video. False when it has no playable video.
   */
  show(timeline: LiveTimeline, programme: Programme): boolean {
    const segments = segmentsAt(programme, this.#now());
    let next = segments.next();
    if (!next.done && this.#isOnAir(timeline, programme)) return true;
    this.stop();
    if (timeline.ended || next.done) return false;
    prepare(timeline, programme);
    const source = timeline.startSource({ kind: "loop" });
    const playing: Playing = { timeline, programme, changed: null };
    this.#playing = playing;
    let following = segments;
    let timer: NodeJS.Timeout | undefined;
    let isFirst = true;
    let dueAt = performance.now();
    const list = () => {
      const changed = !isFirst && !next.done && next.value.isFirst ? playing.changed : null;
      if (changed) {
        prepare(timeline, changed);
        Object.assign(playing, { programme: changed, changed: null });
        following = segmentsFromStart(changed, this.#now() + dueAt - performance.now());
        next = following.next();
      }
      if (next.done || timeline.ended) return;
      const { video, index, durationSeconds, isFirst: begins } = next.value;
      const isEntry = isFirst;
      const rungs = (clockSeconds: number) => listedRungs(video, index, { clockSeconds, isEntry });
      const discontinuity = begins && !isFirst;
      const { leadSeconds } = video;
      if (!timeline.listSegment(source, { durationSeconds, leadSeconds, rungs, discontinuity })) {
        this.#playing = null;
        return;
      }
      isFirst = false;
      next = following.next();
      dueAt += durationSeconds * 1000;
      timer = setTimeout(list, Math.max(50, dueAt - LEAD_MS - performance.now()));
    };
    this.#stop = () => clearTimeout(timer);
    list();
    return true;
  }

  stop(): void {
    this.#stop?.();
    this.#stop = null;
    this.#playing = null;
  }

  /** Whether an earlier reading of the programme's playlist is on air; it is continued by the programme then. */
  #isOnAir(timeline: LiveTimeline, programme: Programme): boolean {
    const playing = this.#playing;
    if (playing?.timeline !== timeline || timeline.ended || programme.playlistKey === null) return false;
    if (playing.programme.playlistKey !== programme.playlistKey) return false;
    playing.changed = programme;
    return true;
  }
}

const segmentsAt = (programme: Programme, atMs: number) => loopSegments(programme.videos, programme, atMs);

/** The segments of a loop from the start of the video whose turn is nearest: what is on air is some seconds behind the clock. */
function segmentsFromStart(programme: Programme, atMs: number): ReturnType<typeof segmentsAt> {
  const clock = { ...programme, seconds: programme.videos.map((video) => video?.seconds ?? 0) };
  return segmentsAt(programme, nearestStartMs(clock, atMs) ?? atMs);
}

function prepare(timeline: LiveTimeline, programme: Programme): void {
  keepRungs(timeline, programme);
  // RFC 8216 §6.2.1 forbids changing the target duration; players accept a larger one.
  timeline.target.raise(longestSeconds(programme));
}

/** Adds the loop's rungs to those players may be using; a new playlist has the loop's rungs only. */
function keepRungs(timeline: LiveTimeline, { rungs }: Programme): void {
  const isFresh = timeline.segments.length <= 1;
  const kept = isFresh ? [] : timeline.rungs;
  const added = rungs.filter(({ label }) => !kept.some((one) => one.label === label));
  if (isFresh || added.length > 0) timeline.setRungs([...kept, ...added]);
}

function longestSeconds({ videos }: Programme): number {
  const lengths = videos.flatMap((video) => video?.segmentSeconds ?? []);
  return lengths.reduce((most, seconds) => Math.max(most, Math.min(LONGEST_SECONDS, seconds)), 0);
}
