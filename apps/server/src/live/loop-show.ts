import { loopSegments } from "@kinora/media/live/loopProgramme.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import { listedRungs, type Programme } from "./loop-programme.ts";

/** How long before the last one ends the next segment is listed: time to fetch it. */
const LEAD_MS = 2_000;

/** Videos with longer segments are not listed. */
const LONGEST_SECONDS = 6.49;

/** Plays a stream's loop onto its timeline, by the clock, without encoding anything. */
export class LoopShow {
  readonly #now: () => number;
  #stop: (() => void) | null = null;

  /** @param now milliseconds since 1970. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Puts the loop on the timeline from where it stands now, until `stop` or until something else is on air. False when it has nothing. */
  show(timeline: LiveTimeline, programme: Programme): boolean {
    this.stop();
    if (timeline.ended) return false;
    const segments = loopSegments(programme.videos, programme, this.#now());
    let next = segments.next();
    if (next.done) return false;
    keepRungs(timeline, programme);
    // Players are promised that the target duration stays as it is (RFC 8216 §6.2.1), and take it when it grows.
    timeline.target.raise(longestSeconds(programme));
    const source = timeline.startSource({ kind: "loop" });
    let timer: NodeJS.Timeout | undefined;
    let isFirst = true;
    let dueAt = performance.now();
    const list = () => {
      if (next.done || timeline.ended) return;
      const { video, index, durationSeconds, isFirst: begins } = next.value;
      const isEntry = isFirst;
      const rungs = (clockSeconds: number) => listedRungs(video, index, { clockSeconds, isEntry });
      const discontinuity = begins && !isFirst;
      const { leadSeconds } = video;
      if (!timeline.listSegment(source, { durationSeconds, leadSeconds, rungs, discontinuity })) return;
      isFirst = false;
      next = segments.next();
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
  }
}

/** Rungs people may be watching stay; those of the loop are added. A stretch that begins has the loop's alone. */
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
