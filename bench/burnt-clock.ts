/** Pixels of one bit's side in the source; large enough to survive lossy encoding at a quarter of its bits. */
const CELL = 16;
/** Bits of a moment: milliseconds since 1970 below 2^44. */
export const CLOCK_BITS = 44;

/** Size of the pictures: a row of 44 bits wide. */
export const clockPicture = { width: CELL * CLOCK_BITS, height: 400 } as const;

/**
 * One grey picture (`width` × `height` bytes of luma) that carries a moment in its upper rows, a bit per square from the
 * lowest on: white is 1. Below it moves a bar, so that the encoder has work to do.
 * @param milliseconds since 1970, below 2^44
 */
export function clockFrame(milliseconds: number): Buffer {
  const { width, height } = clockPicture;
  const frame = Buffer.alloc(width * height, 128);
  let rest = milliseconds;
  const row = Buffer.alloc(width);
  for (let bit = 0; bit < CLOCK_BITS; bit += 1) {
    row.fill(rest % 2 === 1 ? 235 : 16, bit * CELL, (bit + 1) * CELL);
    rest = Math.floor(rest / 2);
  }
  for (let y = 0; y < 2 * CELL; y += 1) row.copy(frame, y * width);
  const bar = Math.floor((milliseconds / 4) % (width - 64));
  for (let y = 64; y < height; y += 1) frame.fill(220, y * width + bar, y * width + bar + 64);
  return frame;
}
