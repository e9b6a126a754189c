import { PART_MS } from "@kinora/domain/live/streams.ts";
import { compactLines, parseJournal } from "@kinora/media/live/journal-lines.ts";
import { LiveJournal, restoreTimeline } from "@kinora/media/live/journal.ts";
import { longestGroupSeconds } from "@kinora/media/live/segment-window.ts";
import type { TimelineSegment } from "@kinora/media/live/timeline-segment.ts";
import { targetFor, type TimelineShape } from "@kinora/media/live/timeline-shape.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { Services } from "../../context.ts";
import { SEGMENT_SECONDS } from "../encoding/encoding.ts";
import type { LiveStream } from "../sessions/session-records.ts";
import { journalFile, journalPath } from "./journal-file.ts";
import { LiveFiles, liveFolder } from "./live-files.ts";

/** Longest segment of a stream with a loop in seconds, as long as key frames allow: enough for most videos. */
const MOST_TARGET_SECONDS = 6;

/** The same of what is passed through: a publisher without a key frame for longer is refused. OBS sends one every 8.3 s unless told. */
const MOST_PASSED_SECONDS = 20;

/** Least length of a playlist. */
const LEAST_LISTED_SECONDS = 30;

/** Numbers of a stream that another host had continue from the clock: segments are longer than a second, so no number comes twice. */
const NUMBERS_SINCE = Date.UTC(2020, 0, 1);

/** Least time segments stay after they left the window: clips use them. */
const LEAST_STAY_MS = 60_000;

/** How far back viewers may go, in seconds. */
export const windowOf = ({ dvr_minutes: minutes }: Pick<LiveStream, "dvr_minutes">): number =>
  Math.max(LEAST_LISTED_SECONDS, minutes * 60);

/**
 * Opens a stream's media and its timeline, restored from the journal; sequence numbers continue for the stream's whole life. A stream
 * that was off air starts a new playlist with only the last segment of the old one, so that its latency may change.
 */
export function openTimeline(
  { config, storage, log }: Services,
  stream: Pick<
    LiveStream,
    "id" | "latency" | "ladder" | "loop_key" | "dvr_minutes" | "ingest" | "on_air" | "host_moves"
  >,
): { files: LiveFiles; timeline: LiveTimeline; close: () => void } {
  const files = new LiveFiles(storage, liveFolder(stream.id), LEAST_STAY_MS, log);
  const port = journalFile(journalPath(config.dataDir, stream.id));
  const before = parseJournal(port.read());
  const begins = before !== null && (before.ended || (stream.ingest === "none" && stream.on_air === "nothing"));
  const target = targetOf(stream, before?.segments ?? []);
  const shape: TimelineShape = {
    targetDurationSeconds: target ?? MOST_PASSED_SECONDS,
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
    mostTargetSeconds: stream.ladder === "passthrough" ? MOST_PASSED_SECONDS : 0,
    rungs: [],
    firstNumber: stream.host_moves === 0 ? 0 : Math.floor((Date.now() - NUMBERS_SINCE) / 1_000),
    windowSeconds: windowOf(stream),
    sink: files,
    journal: new LiveJournal(port, (error) => log.warn({ err: error, stream: stream.id }, "journal not written")),
    now: () => Date.now(),
  });
  files.attach(timeline);
  if (begins) files.onRemoved(before.segments.slice(0, -1));
  files.findStrays().catch((error: unknown) => log.warn({ err: error, stream: stream.id }, "old live media not found"));
  return { files, timeline, close: () => port.close() };
}

/** The media and the whole timeline of a stream that is off air, from its journal. Ends the timeline if it is open. */
export function reopenTimeline(
  { config, storage, log }: Services,
  streamId: number,
): { files: LiveFiles; timeline: LiveTimeline } {
  const files = new LiveFiles(storage, liveFolder(streamId), LEAST_STAY_MS, log);
  const port = journalFile(journalPath(config.dataDir, streamId));
  const timeline = restoreTimeline({
    targetDurationSeconds: MOST_TARGET_SECONDS,
    segmentSeconds: SEGMENT_SECONDS,
    rungs: [],
    windowSeconds: Infinity,
    sink: files,
    journal: new LiveJournal(port, (error) => log.warn({ err: error, stream: streamId }, "journal not written")),
    now: () => Date.now(),
  });
  files.attach(timeline);
  timeline.end();
  port.close();
  return { files, timeline };
}

/**
 * The target duration: players without parts stay three times as far behind live. Our encoder makes segments of the wanted length;
 * in pass-through the key frame interval decides, which is expected to be that of the last session. Null when it is unknown.
 */
function targetOf(
  { ladder, loop_key: loop }: Pick<LiveStream, "ladder" | "loop_key">,
  before: readonly TimelineSegment[],
): number | null {
  if (loop !== null) return MOST_TARGET_SECONDS;
  if (ladder !== "passthrough") return targetFor(SEGMENT_SECONDS, { segmentSeconds: SEGMENT_SECONDS });
  const seconds = longestGroupSeconds(before);
  return seconds === 0 ? null : Math.min(MOST_PASSED_SECONDS, targetFor(seconds, { segmentSeconds: SEGMENT_SECONDS }));
}
