import { PART_MS } from "@kinora/domain/streams.ts";
import { LiveJournal, restoreTimeline } from "@kinora/media/live/journal.ts";
import { compactLines, parseJournal } from "@kinora/media/live/journalLines.ts";
import { longestGroupSeconds } from "@kinora/media/live/segmentWindow.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { TimelineSegment } from "@kinora/media/live/timelineSegment.ts";
import { targetFor, type TimelineShape } from "@kinora/media/live/timelineShape.ts";
import type { Services } from "../context.ts";
import { SEGMENT_SECONDS } from "./encoding.ts";
import { journalFile, journalPath } from "./journal-file.ts";
import { LiveFiles, liveFolder } from "./live-files.ts";
import type { LiveStream } from "./session-records.ts";

/** Media seconds no segment is longer than: encoders with keyframes up to 6 s apart still fit, and most videos of a loop. */
const MOST_TARGET_SECONDS = 6;

/** What is listed of a stream at least. */
const LEAST_LISTED_SECONDS = 30;

/** How long segments stay after they left the window, at least: clips reach back into them. */
const LEAST_STAY_MS = 60_000;

/** How far back viewers may go, in seconds. */
export const windowOf = ({ dvr_minutes: minutes }: Pick<LiveStream, "dvr_minutes">): number =>
  Math.max(LEAST_LISTED_SECONDS, minutes * 60);

/**
 * A stream's media and its timeline, as its journal left it; its numbers go on for the stream's whole life. Where nothing was on air it begins a
 * new stretch: only the very last segment of before stays listed, and the latency may be another.
 */
export function openTimeline(
  { config, storage, log }: Services,
  stream: Pick<LiveStream, "id" | "latency" | "ladder" | "loop_key" | "dvr_minutes" | "ingest" | "on_air">,
): { files: LiveFiles; timeline: LiveTimeline; close: () => void } {
  const files = new LiveFiles(storage, liveFolder(stream.id), LEAST_STAY_MS, log);
  const port = journalFile(journalPath(config.dataDir, stream.id));
  const before = parseJournal(port.read());
  const begins = before !== null && (before.ended || (stream.ingest === "none" && stream.on_air === "nothing"));
  const target = targetOf(stream, before?.segments ?? []);
  const shape: TimelineShape = {
    targetDurationSeconds: target ?? MOST_TARGET_SECONDS,
    segmentSeconds: SEGMENT_SECONDS,
    partTargetSeconds: PART_MS[stream.latency] / 1000,
  };
  if (begins) {
    const lines = compactLines(shape, { rungs: before.rungs, formerRungs: [] }, before.segments.slice(-1));
    port.replace(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }
  const timeline = restoreTimeline({
    ...shape,
    targetIsOpen: target === null,
    rungs: [],
    windowSeconds: windowOf(stream),
    sink: files,
    journal: new LiveJournal(port, (error) => log.warn({ err: error, stream: stream.id }, "the journal is behind")),
    now: () => Date.now(),
  });
  files.attach(timeline);
  if (begins) files.onRemoved(before.segments.slice(0, -1));
  files.takeUpStrays().catch((error: unknown) => log.warn({ err: error, stream: stream.id }, "old live media stays"));
  return { files, timeline, close: () => port.close() };
}

/**
 * How long the segments of a stretch may be: players without parts stay three times as far behind. Our encoder's are as long as they
 * are meant to be; a publisher that is passed through decides by its key frames, which are thought to be as far apart as the last time.
 * Null where nobody knows yet.
 */
function targetOf(
  { ladder, loop_key: loop }: Pick<LiveStream, "ladder" | "loop_key">,
  before: readonly TimelineSegment[],
): number | null {
  if (loop !== null) return MOST_TARGET_SECONDS;
  if (ladder !== "passthrough") return targetFor(SEGMENT_SECONDS, { segmentSeconds: SEGMENT_SECONDS });
  const seconds = longestGroupSeconds(before);
  return seconds === 0 ? null : Math.min(MOST_TARGET_SECONDS, targetFor(seconds, { segmentSeconds: SEGMENT_SECONDS }));
}
