import type { ClipPieces } from "@kinora/db/schema-streams.ts";
import type { CutStretch } from "@kinora/domain/speech/kept-captions.ts";
import type { RungSegment, TimelineSegment } from "@kinora/media/live/timeline-segment.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { LiveFiles } from "../media/live-files.ts";

/** The segments of a clip. */
export interface ClipCut {
  pieces: ClipPieces;
  /** Duration of the media. */
  seconds: number;
}

/** The media a clip is cut from. */
export interface ClipSource {
  timeline: Pick<LiveTimeline, "segments" | "rungs" | "subscribe" | "ended">;
  files: Pick<LiveFiles, "read" | "stayingFor">;
}

/** Longer than copying the found segments takes. */
const COPY_MS = 20_000;
/** Longest wait for an open segment: with key frames 6 s apart it is closed by then. */
const PATIENCE_MS = 8_000;

/**
 * Cuts the last seconds of the encoder's output, in the highest rung: whole segments, so that it starts at a key frame up to one
 * segment early. Slates and loops in between are left out, and it does not reach across a change of format. Null when these seconds
 * have no encoder output.
 */
export async function cutClip({ timeline, files }: ClipSource, seconds: number): Promise<ClipCut | null> {
  const all = [...files.stayingFor(COPY_MS), ...timeline.segments];
  if (all.length === 0) return null;
  // Segments that viewers saw and off-air ones overlap in time.
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
  const cut = run.map((each, index) => ({ ...each, seam: index > 0 && isSeam(run[index - 1]?.segment, each.segment) }));
  return {
    pieces: {
      init: first.entry.init,
      segments: cut.map(({ entry, seam }) => ({ name: entry.name, seam })),
      stretches: stretchesOf(cut),
    },
    seconds: run.reduce((sum, { entry }) => sum + entry.durationSeconds, 0),
  };
}

/** The dates of a clip's segments; those without a seam between them are one stretch. */
function stretchesOf(cut: readonly { segment: TimelineSegment; entry: RungSegment; seam: boolean }[]): CutStretch[] {
  const stretches: CutStretch[] = [];
  let atMs = 0;
  for (const { segment, entry, seam } of cut) {
    const untilMs = segment.startsAtMs + entry.durationSeconds * 1000;
    const last = stretches.at(-1);
    if (last && !seam) last.untilMs = untilMs;
    else stretches.push({ fromMs: segment.startsAtMs, untilMs, atMs });
    atMs += entry.durationSeconds * 1000;
  }
  return stretches;
}

/** As `cutClip`, after the open segment is closed: it has the moment the user wants to clip. */
export async function cutClipNow(stream: ClipSource, seconds: number): Promise<ClipCut | null> {
  const { timeline } = stream;
  const open = timeline.segments.at(-1);
  const isClosed = () => {
    const now = timeline.segments.findLast(
      ({ source, sequence }) => source === open?.source && sequence === open.sequence,
    );
    return !now || isDone(now);
  };
  if (open?.kind === "live" && !isClosed()) {
    const done = Promise.withResolvers<void>();
    const late = setTimeout(done.resolve, PATIENCE_MS);
    const stop = timeline.subscribe(() => {
      if (timeline.ended || isClosed()) done.resolve();
    });
    await done.promise;
    stop();
    clearTimeout(late);
  }
  return cutClip(stream, seconds);
}

const endOf = ({ startsAtMs, durationSeconds }: TimelineSegment): number => startsAtMs + durationSeconds * 1000;

const isWhole = ({ state, stored }: RungSegment): boolean => state === "closed" && stored;

/** Whether every rung of a segment is closed. */
const isDone = ({ offered, rungs }: TimelineSegment): boolean =>
  offered.every(({ label }) => {
    const entry = rungs.get(label);
    return entry !== undefined && (entry.state === "gap" || isWhole(entry));
  });

function isSeam(before: TimelineSegment | undefined, { source, sequence, discontinuity }: TimelineSegment): boolean {
  return before?.source !== source || before.sequence + 1 !== sequence || discontinuity;
}

/** The highest rung in which a segment is closed and stored. */
function highestOf({ rungs }: TimelineSegment, ladder: LiveTimeline["rungs"]): string | undefined {
  return ladder.toReversed().find(({ label }) => {
    const entry = rungs.get(label);
    return entry && isWhole(entry);
  })?.label;
}
