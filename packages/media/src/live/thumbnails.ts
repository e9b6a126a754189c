import type { Readable } from "node:stream";

/** Start and end markers of a JPEG (ITU-T T.81 §B.1.1.3); the end marker does not occur within one. */
const pictureEnd = Buffer.from("ffd9", "hex");
const mostBytes = 4 * 1024 * 1024;

/** Splits a stream of JPEGs into pictures; oversized ones are dropped. */
export async function* readPictures(stream: Readable): AsyncGenerator<Buffer, void> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) continue;
    // The marker may be split between two chunks.
    let from = Math.max(0, held.length - 1);
    held = Buffer.concat([held, chunk]);
    for (;;) {
      const end = held.indexOf(pictureEnd, from);
      if (end < 0) break;
      yield held.subarray(0, end + 2);
      held = held.subarray(end + 2);
      from = 0;
    }
    if (held.length > mostBytes) held = Buffer.alloc(0);
  }
}
