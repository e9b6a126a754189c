import type { ClipPieces } from "@kinora/db/schema-streams.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { RungSegment, TimelineSegment } from "@kinora/media/live/timelineSegment.ts";
import type { LiveFiles } from "./live-files.ts";

/** What a clip can be made of. */
export interface ClipCut {
  pieces: ClipPieces;
  /** Media seconds. */
  seconds: number;
}

/** What a clip is cut out of. */
export interface ClippedStream {
  timeline: Pick<LiveTimeline, "segments" | "rungs" | "subscribe" | "ended">;
  files: Pick<LiveFiles, "read" | "stayingFor">;
}

/** Longer than it takes to give what was found a second name. */
const COPY_MS = 20_000;
/** How long a segment that grows is waited for: with key frames 6 s apart it is whole by then. */
const PATIENCE_MS = 8_000;

/**
 * The last seconds of the encoder's picture, in the highest rung: whole segments, so that it begins with a key
 * frame up to one segment early. Slates and loops in between are left out; it goes back no further than to where the picture had
 * another format. Null when there is nothing of the encoder in these seconds.
 */
export async function cutClip({ timeline, files }: ClippedStream, seconds: number): Promise<ClipCut | null> {
  const all = [...files.stayingFor(COPY_MS), ...timeline.segments];
  if (all.length === 0) return null;
  // What viewers saw and what they did not go on side by side.
  const last = Math.max(...all.map(endOf));
  const from = last - seconds * 1000;
  const lately = all.filter((each) => each.kind === "live" && endOf(each) > from);
  const newest = lately.findLast((each) => [...each.rungs.values()].some(isWhole));
  const label = newest && highestOf(newest, timeline.rungs);
  if (label === undefined) return null;
  const run: { segment: TimelineSegment; entry: RungSegment }[] = [];
  const formats = new Map<string, Buffer | null>();
  for (const segment of lately.toReversed()) {
    const entry = segment.rungs.get(label);
    if (!entry || !isWhole(entry)) continue;
    if (!formats.has(entry.init)) formats.set(entry.init, await files.read(entry.init));
    const format = formats.get(entry.init);
    const wanted = formats.get(run[0]?.entry.init ?? entry.init);
    if (!format || !wanted?.equals(format)) break;
    run.unshift({ segment, entry });
  }
  const first = run[0];
  if (!first) return null;
  return {
    pieces: {
      init: first.entry.init,
      segments: run.map(({ segment, entry }, index) => ({
        name: entry.name,
        seam: index > 0 && isSeam(run[index - 1]?.segment, segment),
      })),
    },
    seconds: run.reduce((sum, { entry }) => sum + entry.durationSeconds, 0),
  };
}

/** As `cutClip`, once the segment that grows at this moment is whole: what made somebody ask has just happened. */
export async function cutClipNow(stream: ClippedStream, seconds: number): Promise<ClipCut | null> {
  const { timeline } = stream;
  const grows = timeline.segments.at(-1);
  const isGrown = () => {
    const now = timeline.segments.findLast(
      ({ source, sequence }) => source === grows?.source && sequence === grows.sequence,
    );
    return !now || isDone(now);
  };
  if (grows?.kind === "live" && !isGrown()) {
    const done = Promise.withResolvers<void>();
    const late = setTimeout(done.resolve, PATIENCE_MS);
    const stop = timeline.subscribe(() => {
      if (timeline.ended || isGrown()) done.resolve();
    });
    await done.promise;
    stop();
    clearTimeout(late);
  }
  return cutClip(stream, seconds);
}

const endOf = ({ startsAtMs, durationSeconds }: TimelineSegment): number => startsAtMs + durationSeconds * 1000;

const isWhole = ({ state, stored }: RungSegment): boolean => state === "closed" && stored;

/** Whether nothing of a segment is still to come. */
const isDone = ({ offered, rungs }: TimelineSegment): boolean =>
  offered.every(({ label }) => {
    const entry = rungs.get(label);
    return entry !== undefined && (entry.state === "gap" || isWhole(entry));
  });

function isSeam(before: TimelineSegment | undefined, { source, sequence, discontinuity }: TimelineSegment): boolean {
  return before?.source !== source || before.sequence + 1 !== sequence || discontinuity;
}

/** The highest rung a segment has whole. */
function highestOf({ rungs }: TimelineSegment, ladder: LiveTimeline["rungs"]): string | undefined {
  return ladder.toReversed().find(({ label }) => {
    const entry = rungs.get(label);
    return entry && isWhole(entry);
  })?.label;
}
