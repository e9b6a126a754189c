import type { EdgeAudience } from "@kinora/domain/playback/audience.ts";

/** An edge's viewers count for this long after its last report. */
const FRESH_MS = 15_000;
/** An edge is forgotten this long after its last report. */
const GONE_MS = 3_600_000;
/** Period of the rebuffering figure. */
const REBUFFER_PERIOD_MS = 60_000;

/** A livestream's current audience. */
export interface AudienceNow {
  viewers: number;
  /** Mean seconds behind the newest picture; null without reports of players. */
  latencySeconds: number | null;
  /** Share of the last minute that players waited for data, in percent; null without reports of players. */
  rebufferPercent: number | null;
}

/** A livestream's audience, from the reports of the edges. */
export class Audience {
  readonly #edges = new Map<string, { report: EdgeAudience; atMs: number }>();
  #sentBytes = 0;
  #played: { atMs: number; watched: number; stalled: number }[] = [];

  /** Adds an edge's report. Its totals count from the first report on. */
  report(edge: string, report: EdgeAudience): void {
    const atMs = performance.now();
    const before = this.#edges.get(edge)?.report;
    this.#edges.set(edge, { report, atMs });
    if (!before) return;
    this.#sentBytes += increase(before.sent_bytes, report.sent_bytes);
    const watched = increase(before.watched_seconds, report.watched_seconds);
    const stalled = increase(before.stalled_seconds, report.stalled_seconds);
    if (watched + stalled > 0) this.#played.push({ atMs, watched, stalled });
  }

  /** The sum of all edges. */
  now(): AudienceNow {
    const now = performance.now();
    let viewers = 0;
    const latencies: { seconds: number; viewers: number }[] = [];
    for (const [edge, { report, atMs }] of this.#edges) {
      if (now - atMs > GONE_MS) this.#edges.delete(edge);
      if (now - atMs > FRESH_MS) continue;
      viewers += report.viewers;
      if (report.latency_seconds !== null) latencies.push({ seconds: report.latency_seconds, viewers: report.viewers });
    }
    this.#played = this.#played.filter(({ atMs }) => now - atMs < REBUFFER_PERIOD_MS);
    const stalled = this.#played.reduce((sum, each) => sum + each.stalled, 0);
    const all = this.#played.reduce((sum, each) => sum + each.watched, stalled);
    return { viewers, latencySeconds: meanOf(latencies), rebufferPercent: all > 0 ? (100 * stalled) / all : null };
  }

  /** Bytes that edges sent since the previous call. */
  takeSentBytes(): number {
    const taken = this.#sentBytes;
    this.#sentBytes = 0;
    return taken;
  }
}

/** Increase of a total; a smaller total was reset to 0. */
const increase = (before: number, after: number): number => (after >= before ? after - before : after);

function meanOf(latencies: readonly { seconds: number; viewers: number }[]): number | null {
  const weight = latencies.reduce((sum, { viewers }) => sum + viewers, 0);
  return weight === 0 ? null : latencies.reduce((sum, each) => sum + each.seconds * each.viewers, 0) / weight;
}
