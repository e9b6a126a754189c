/** What is killed: a role, a media tool, or the database. */
export type Victim = "api" | "worker" | "edge" | "ffmpeg" | "postgres";

/** One blow of a run. */
export interface Kill {
  victim: Victim;
  /** Time since the one before was mended. */
  afterMs: number;
}

const shares: readonly [Victim, number][] = [
  ["worker", 6],
  ["api", 5],
  ["postgres", 4],
  ["ffmpeg", 3],
  ["edge", 2],
];
const longestPauseMs = 1_500;

/** Blows in random order after random pauses; the same seed gives the same ones. */
export function seededKills(seed: number, count: number): Kill[] {
  const random = seededRandom(seed);
  const round = shares.flatMap(([victim, share]) => Array.from({ length: share }, () => victim));
  const victims = Array.from({ length: count }, (_, index) => round[index % round.length] ?? "worker");
  return victims
    .map((victim) => ({ victim, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ victim }) => ({ victim, afterMs: Math.floor(random() * longestPauseMs) }));
}

/** Numbers from 0 to below 1 that follow from a seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
