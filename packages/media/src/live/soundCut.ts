import { BoxError } from "../boxes.ts";
import type { Sample } from "../fragment.ts";
import { writeFragment } from "../fragmentWriter.ts";
import type { TrackHeader } from "../initSegment.ts";
import { trackFragments } from "./trackFragments.ts";

/** From `startSeconds` up to, not including, `endSeconds` on a track's own clock. */
interface Span {
  startSeconds: number;
  endSeconds: number;
}

/** When a segment of one track begins to be decoded, and when the one after it does. @throws BoxError when it is empty. */
export function decodeSpan(segment: Buffer, { timescale, defaults }: TrackHeader): Span {
  const fragments = [...trackFragments(segment, defaults)].map(({ fragment }) => fragment);
  const [first] = fragments;
  const last = fragments.at(-1);
  if (!first || !last) throw new BoxError("There is nothing in the segment.");
  return {
    startSeconds: first.decodeTimeTicks / timescale,
    endSeconds: (last.decodeTimeTicks + last.durationTicks) / timescale,
  };
}

/**
 * The sound that begins within a span, out of segments that follow each other, as one fragment of another track number;
 * nothing is encoded. Empty where there is none.
 * @throws BoxError
 */
export function cutSound(
  segments: readonly Buffer[],
  { timescale, defaults }: TrackHeader,
  span: Span,
  trackId: number,
): Buffer {
  const samples: Sample[] = [];
  const data: Buffer[] = [];
  let decodeTimeTicks: number | null = null;
  for (const { fragment, bytes } of segments.flatMap((segment) => [...trackFragments(segment, defaults)])) {
    let ticks = fragment.decodeTimeTicks;
    let at = 0;
    for (const sample of fragment.samples) {
      const seconds = ticks / timescale;
      if (seconds >= span.startSeconds && seconds < span.endSeconds) {
        decodeTimeTicks ??= ticks;
        samples.push(sample);
        data.push(bytes.subarray(at, at + sample.sizeBytes));
      }
      ticks += sample.durationTicks;
      at += sample.sizeBytes;
    }
  }
  return decodeTimeTicks === null
    ? Buffer.alloc(0)
    : writeFragment({ sequence: 1, trackId, decodeTimeTicks, samples, data });
}
