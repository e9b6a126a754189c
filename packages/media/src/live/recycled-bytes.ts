/** Sizes are multiples of this, so that freed buffers fit the next parts. */
const stepBytes = 64 * 1024;
/** How many steps larger than requested a buffer may be. */
const mostSpareSteps = 4;
/** Most free bytes kept; further ones are garbage collected. */
const mostFreeBytes = 64 * 1024 * 1024;

const free = new Map<number, ArrayBuffer[]>();
let freeBytes = 0;
/** Buffers in use that may be returned. */
const handedOut = new WeakSet<ArrayBufferLike>();

/**
 * An uninitialized buffer of at least this size. Its last user returns it: ten streams fill ten megabytes per second, and V8 marks its
 * whole heap for every 64 new megabytes.
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
  // Outside of the shared pool of small buffers, and not zeroed.
  const { buffer } = Buffer.allocUnsafeSlow(steps * stepBytes);
  handedOut.add(buffer);
  return Buffer.from(buffer);
}

/** Returns a buffer of `takeBytes` or a slice of it; other buffers and already returned ones are ignored. */
export function giveBytesBack({ buffer }: Buffer): void {
  if (!(buffer instanceof ArrayBuffer) || !handedOut.delete(buffer)) return;
  if (freeBytes + buffer.byteLength > mostFreeBytes) return;
  const steps = buffer.byteLength / stepBytes;
  const same = free.get(steps);
  if (same) same.push(buffer);
  else free.set(steps, [buffer]);
  freeBytes += buffer.byteLength;
}
