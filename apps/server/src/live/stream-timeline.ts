import { PART_MS } from "@kinora/domain/streams.ts";
import { LiveJournal, restoreTimeline } from "@kinora/media/live/journal.ts";
import { compactLines, parseJournal } from "@kinora/media/live/journalLines.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { TimelineShape } from "@kinora/media/live/timelineShape.ts";
import type { Services } from "../context.ts";
import { SEGMENT_SECONDS } from "./encoding.ts";
import { journalFile, journalPath } from "./journal-file.ts";
import { LiveFiles, liveFolder } from "./live-files.ts";
import type { LiveStream } from "./session-records.ts";

/** Media seconds no segment is longer than: encoders with keyframes up to 6 s apart still fit. */
const TARGET_SECONDS = 6;

/** How long segments stay after they left the window, at least: clips reach back into them. */
const LEAST_STAY_MS = 60_000;

/**
 * A stream's media and its timeline, as its journal left it; its numbers go on for the stream's whole life. Where nothing was on air it begins a
 * new stretch: only the very last segment of before stays listed, and the latency may be another.
 */
export function openTimeline(
  { config, storage, log }: Services,
  stream: Pick<LiveStream, "id" | "latency" | "dvr_minutes" | "ingest" | "on_air">,
): { files: LiveFiles; timeline: LiveTimeline; close: () => void } {
  const files = new LiveFiles(storage, liveFolder(stream.id), LEAST_STAY_MS, log);
  const port = journalFile(journalPath(config.dataDir, stream.id));
  const shape: TimelineShape = {
    targetDurationSeconds: TARGET_SECONDS,
    segmentSeconds: SEGMENT_SECONDS,
    partTargetSeconds: PART_MS[stream.latency] / 1000,
  };
  const before = parseJournal(port.read());
  const begins = before !== null && (before.ended || (stream.ingest === "none" && stream.on_air === "nothing"));
  if (begins) {
    const lines = compactLines(shape, { rungs: before.rungs, formerRungs: [] }, before.segments.slice(-1));
    port.replace(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }
  const timeline = restoreTimeline({
    ...shape,
    rungs: [],
    windowSeconds: stream.dvr_minutes * 60,
    sink: files,
    journal: new LiveJournal(port, (error) => log.warn({ err: error, stream: stream.id }, "the journal is behind")),
    now: () => Date.now(),
  });
  files.attach(timeline);
  if (begins) files.onRemoved(before.segments.slice(0, -1));
  files.takeUpStrays().catch((error: unknown) => log.warn({ err: error, stream: stream.id }, "old live media stays"));
  return { files, timeline, close: () => port.close() };
}
