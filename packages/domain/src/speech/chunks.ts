/** Milliseconds from the beginning of the sound. */
export interface Span {
  startMs: number;
  endMs: number;
}

/** How long the pieces are that sound is cut into. */
interface ChunkLengths {
  /** Before this much of a piece is over, it is not cut. */
  minMs: number;
  maxMs: number;
}

/** Pieces that are recognised and stored one by one: what a killed worker loses, and how long an account waits for its turn. */
export const CHUNK_LENGTHS: ChunkLengths = { minMs: 20_000, maxMs: 60_000 };

/** Kept of the silence at both ends of a piece: soft consonants are quieter than the threshold. */
const EDGE_MS = 250;

/**
 * Cuts sound in the middle of its longest silences, and leaves out silence at the ends of pieces: engines invent words in it.
 * Pieces are in order, do not overlap, and hold all that is not silent. Sound without a silence is cut at `maxMs`. Pure.
 * @param silences in order, without overlaps.
 */
export function planChunks(
  durationMs: number,
  silences: readonly Span[],
  { minMs, maxMs }: ChunkLengths = CHUNK_LENGTHS,
): Span[] {
  const chunks: Span[] = [];
  let from = 0;
  let next = 0;
  for (;;) {
    while ((silences[next]?.endMs ?? Infinity) <= from) next += 1;
    const leading = silences[next];
    if (leading && leading.startMs <= from) from = Math.max(from, leading.endMs - EDGE_MS);
    if (from >= durationMs - EDGE_MS) return chunks;
    const cut = cutOf(from, silences, next, { minMs, maxMs, durationMs });
    chunks.push({ startMs: from, endMs: cut.endMs });
    from = cut.nextMs;
  }
}

interface Bounds extends ChunkLengths {
  durationMs: number;
}

/** Where the piece from `from` on ends, and where the next one begins. */
function cutOf(from: number, silences: readonly Span[], next: number, { minMs, maxMs, durationMs }: Bounds) {
  let best: Span | undefined;
  for (let at = next; at < silences.length; at += 1) {
    const silence = silences[at];
    if (!silence || silence.startMs > from + maxMs) break;
    if (silence.startMs <= from) continue;
    const middle = (silence.startMs + silence.endMs) / 2;
    // What ends the sound is left out, however short the piece is.
    const isLast = silence.endMs >= durationMs - EDGE_MS;
    if (!isLast && middle < from + minMs) continue;
    if (!best || lengthOf(silence) >= lengthOf(best)) best = silence;
    if (isLast) {
      best = silence;
      break;
    }
  }
  if (durationMs - from <= maxMs && !(best && best.endMs >= durationMs - EDGE_MS))
    return { endMs: durationMs, nextMs: durationMs };
  if (!best) return { endMs: from + maxMs, nextMs: from + maxMs };
  if (lengthOf(best) <= 2 * EDGE_MS) {
    const middle = Math.min(from + maxMs, Math.round((best.startMs + best.endMs) / 2));
    return { endMs: middle, nextMs: middle };
  }
  const endMs = Math.min(from + maxMs, best.startMs + EDGE_MS);
  return { endMs, nextMs: Math.max(endMs, Math.min(durationMs, best.endMs - EDGE_MS)) };
}

const lengthOf = ({ startMs, endMs }: Span) => endMs - startMs;

/**
 * Cuts sound at each of its silences, but never before `minMs`, and after `maxMs` at the latest: for engines that do not say when a
 * word was spoken. Silence at the ends is left out. Pure. @param silences in order, without overlaps.
 */
export function cutUtterances(durationMs: number, silences: readonly Span[], { minMs, maxMs }: ChunkLengths): Span[] {
  const utterances: Span[] = [];
  let from = 0;
  const cutAt = (endMs: number) => {
    for (; endMs - from > maxMs; from += maxMs) utterances.push({ startMs: from, endMs: from + maxMs });
    if (endMs > from) utterances.push({ startMs: from, endMs });
    from = endMs;
  };
  for (const { startMs, endMs } of silences) {
    const isLeading = startMs <= from;
    if (!isLeading && startMs - from < minMs && endMs < durationMs) continue;
    if (!isLeading) cutAt(Math.min(durationMs, startMs + EDGE_MS));
    from = Math.max(from, endMs - EDGE_MS);
  }
  if (durationMs - from > EDGE_MS) cutAt(durationMs);
  return utterances;
}

/** The silences within a piece, counted from its beginning. Pure. */
export const silencesWithin = ({ startMs, endMs }: Span, silences: readonly Span[]): Span[] =>
  silences
    .filter((silence) => silence.endMs > startMs && silence.startMs < endMs)
    .map((silence) => ({
      startMs: Math.max(0, silence.startMs - startMs),
      endMs: Math.min(endMs, silence.endMs) - startMs,
    }));
