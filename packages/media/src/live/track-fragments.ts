import { readBoxes } from "../packaging/boxes.ts";
import { readFragment, type Fragment, type TrackDefaults } from "../packaging/fragment.ts";

/** The fragments of a segment of one track, with the bytes of their samples. @throws BoxError */
export function* trackFragments(
  segment: Buffer,
  defaults: TrackDefaults,
): Generator<{ fragment: Fragment; bytes: Buffer }> {
  let fragment: Fragment | null = null;
  for (const { type, start, payload, end } of readBoxes(segment)) {
    if (type === "moof") fragment = readFragment(segment.subarray(start, end), defaults);
    if (type !== "mdat" || !fragment) continue;
    yield { fragment, bytes: segment.subarray(payload, end) };
    fragment = null;
  }
}
