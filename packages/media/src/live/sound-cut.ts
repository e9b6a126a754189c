import { BoxError } from "../packaging/boxes.ts";
import { writeFragment } from "../packaging/fragment-writer.ts";
import type { Sample } from "../packaging/fragment.ts";
import type { TrackHeader } from "../packaging/init-segment.ts";
import { trackFragments } from "./track-fragments.ts";

/** From `startSeconds` to `endSeconds`, exclusive, on a track's own clock. */
interface Span {
  startSeconds: number;
  endSeconds: number;
}

/** First decode times of a single-track segment and of the next one. @throws BoxError when it is empty. */
export function decodeSpan(segment: Buffer, { timescale, defaults }: TrackHeader): Span {
  const fragments = [...trackFragments(segment, defaults)].map(({ fragment }) => fragment);
  const [first] = fragments;
  const last = fragments.at(-1);
  if (!first || !last) throw new BoxError("The segment is empty.");
  return {
    startSeconds: first.decodeTimeTicks / timescale,
    endSeconds: (last.decodeTimeTicks + last.durationTicks) / timescale,
  };
}

/**
 * Cuts the audio packets that start within a span out of consecutive segments, as one fragment with another track id; nothing is
 * encoded. Empty where there are none.
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
