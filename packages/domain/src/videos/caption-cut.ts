import { readStoredCues } from "./transcript.ts";
import { formatVttTime } from "./vtt-time.ts";

/** What is left of a caption at an edge is left out when it is shorter: nobody can read it. */
const SHORTEST_SECONDS = 0.25;

/**
 * Captions of a part of a video, as WebVTT with the times of the part; those at an edge begin or end there. Takes captions as they are
 * stored; null where none is in the part. Pure.
 */
export function cutCaptions(vtt: string, { from, to }: { from: number; to: number }): string | null {
  const blocks = readStoredCues(vtt).flatMap((cue) => {
    const [start, end] = [Math.max(cue.start, from), Math.min(cue.end, to)];
    if (end - start < Math.max(0.001, Math.min(SHORTEST_SECONDS, cue.end - cue.start))) return [];
    const times = `${formatVttTime(start - from)} --> ${formatVttTime(end - from)}`;
    return [`${times}${cue.settings === "" ? "" : ` ${cue.settings}`}\n${cue.text}\n`];
  });
  return blocks.length === 0 ? null : ["WEBVTT\n", ...blocks].join("\n");
}
