/** Sizes are multiples of this, so that what one part leaves fits the next. */
const stepBytes = 64 * 1024;
/** How many steps larger than needed memory may be. */
const mostSpareSteps = 4;
/** What waits for its next use; beyond this it is left to the collector. */
const mostFreeBytes = 64 * 1024 * 1024;

const free = new Map<number, ArrayBuffer[]>();
let freeBytes = 0;
/** What was handed out and may come back. */
const handedOut = new WeakSet<ArrayBufferLike>();

/**
 * Memory of at least this size, whose bytes may be anything. Whoever knows that nobody else has it gives it back: ten streams fill
 * ten megabytes a second, and V8 marks its whole heap for every 64 that are new.
 */
export function takeBytes(leastBytes: number): Buffer {
  const steps = Math.ceil(leastBytes / stepBytes);
  for (let larger = steps; larger <= steps + mostSpareSteps; larger += 1) {
    const known = free.get(larger)?.pop();
    if (!known) continue;
    freeBytes -= known.byteLength;
    handedOut.add(known);
    return Buffer.from(known);
  }
  // Not of the pool small buffers share, and not filled with zeros.
  const { buffer } = Buffer.allocUnsafeSlow(steps * stepBytes);
  handedOut.add(buffer);
  return Buffer.from(buffer);
}

/** Gives back what `takeBytes` answered, or any piece of it; anything else is left alone, and so is what was given back before. */
export function giveBytesBack({ buffer }: Buffer): void {
  if (!(buffer instanceof ArrayBuffer) || !handedOut.delete(buffer)) return;
  if (freeBytes + buffer.byteLength > mostFreeBytes) return;
  const steps = buffer.byteLength / stepBytes;
  const same = free.get(steps);
  if (same) same.push(buffer);
  else free.set(steps, [buffer]);
  freeBytes += buffer.byteLength;
}
