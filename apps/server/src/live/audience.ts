import type { EdgeAudience } from "@kinora/domain/audience.ts";

/** Without a word from an edge for so long its viewers are gone. */
const FRESH_MS = 15_000;
/** And it itself, after so long. */
const GONE_MS = 3_600_000;
/** How much players waited is told of so long a time. */
const WAITED_MS = 60_000;

/** How a livestream is watched at this moment. */
export interface AudienceNow {
  viewers: number;
  /** Mean seconds behind the newest picture; null while no player told. */
  latencySeconds: number | null;
  /** Share of the last minute that players waited for data, in percent; null while no player told. */
  rebufferPercent: number | null;
}

/** Who watches a livestream, as the edges say. */
export class Audience {
  readonly #edges = new Map<string, { told: EdgeAudience; atMs: number }>();
  #sentBytes = 0;
  #played: { atMs: number; watched: number; stalled: number }[] = [];

  /** An edge says how its visitors watch. What it says first is what later words are compared with. */
  tell(edge: string, told: EdgeAudience): void {
    const atMs = performance.now();
    const before = this.#edges.get(edge)?.told;
    this.#edges.set(edge, { told, atMs });
    if (!before) return;
    this.#sentBytes += grown(before.sent_bytes, told.sent_bytes);
    const watched = grown(before.watched_seconds, told.watched_seconds);
    const stalled = grown(before.stalled_seconds, told.stalled_seconds);
    if (watched + stalled > 0) this.#played.push({ atMs, watched, stalled });
  }

  /** All edges together. */
  now(): AudienceNow {
    const now = performance.now();
    let viewers = 0;
    const latencies: { seconds: number; viewers: number }[] = [];
    for (const [edge, { told, atMs }] of this.#edges) {
      if (now - atMs > GONE_MS) this.#edges.delete(edge);
      if (now - atMs > FRESH_MS) continue;
      viewers += told.viewers;
      if (told.latency_seconds !== null) latencies.push({ seconds: told.latency_seconds, viewers: told.viewers });
    }
    this.#played = this.#played.filter(({ atMs }) => now - atMs < WAITED_MS);
    const stalled = this.#played.reduce((sum, each) => sum + each.stalled, 0);
    const all = this.#played.reduce((sum, each) => sum + each.watched, stalled);
    return { viewers, latencySeconds: meanOf(latencies), rebufferPercent: all > 0 ? (100 * stalled) / all : null };
  }

  /** Bytes that edges sent since this was asked last. */
  takeSentBytes(): number {
    const taken = this.#sentBytes;
    this.#sentBytes = 0;
    return taken;
  }
}

/** A sum that is smaller than before began anew. */
const grown = (before: number, after: number): number => (after >= before ? after - before : after);

function meanOf(latencies: readonly { seconds: number; viewers: number }[]): number | null {
  const weight = latencies.reduce((sum, { viewers }) => sum + viewers, 0);
  return weight === 0 ? null : latencies.reduce((sum, each) => sum + each.seconds * each.viewers, 0) / weight;
}
