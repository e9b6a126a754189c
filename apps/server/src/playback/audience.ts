import type { EdgeAudience } from "@kinora/domain/playback/audience.ts";
import type { WatchReport } from "../platform/access/audience.ts";
import { clientAddress, type IsTrusted, type ReceivedRequest } from "../platform/http/client-address.ts";

/** A viewer that requested no playlist for this long has left; players request one at least every few seconds. */
const AWAY_MS = 12_000;
const MAXIMUM_VIEWERS = 100_000;
/** Players report every ten seconds; more frequent reports are ignored. */
const REPORT_INTERVAL_MS = 5_000;
/** Time for which a reported latency counts. */
const LATENCY_MS = 30_000;
const MOST_LATENCIES = 1_000;

interface Viewer {
  askedAt: number;
  reportedAt: number;
}

interface Watched {
  /** In the order of their last request. */
  viewers: Map<string, Viewer>;
  /** Last request of any viewer. */
  askedAt: number;
  sums: Pick<EdgeAudience, "sent_bytes" | "watched_seconds" | "stalled_seconds">;
  latencies: { at: number; seconds: number }[];
}

const noViewers = (): Watched => ({
  viewers: new Map(),
  askedAt: -Infinity,
  sums: { sent_bytes: 0, watched_seconds: 0, stalled_seconds: 0 },
  latencies: [],
});

/** Counts the viewers of livestreams on this edge, the bytes they were sent and their reports. Viewers are anonymous. */
export class Audience {
  /** In the order of their last request. */
  readonly #byStream = new Map<string, Watched>();
  readonly #isTrusted: IsTrusted;
  #total = 0;

  /** Viewers behind a proxy are counted separately if `isTrusted` is true for its address. */
  constructor(isTrusted: IsTrusted) {
    this.#isTrusted = isTrusted;
  }

  /** Distinguishes the viewers of one livestream: their address and browser. */
  viewerOf(request: ReceivedRequest): string {
    return `${clientAddress(request, this.#isTrusted)} ${request.headers["user-agent"] ?? ""}`;
  }

  /** Counts a viewer that requests a playlist. */
  note(hash: string, viewer: string): void {
    const now = performance.now();
    const watched = this.#byStream.get(hash) ?? noViewers();
    watched.askedAt = now;
    this.#byStream.delete(hash);
    this.#byStream.set(hash, watched);
    const known = watched.viewers.get(viewer);
    if (known) watched.viewers.delete(viewer);
    else this.#total += 1;
    watched.viewers.set(viewer, { askedAt: now, reportedAt: known?.reportedAt ?? -Infinity });
    this.#forget(now);
    this.#forgetViewers(watched, now);
  }

  /** Adds bytes sent to viewers of a stream. */
  sent(hash: string, bytes: number): void {
    const watched = this.#byStream.get(hash);
    if (watched) watched.sums.sent_bytes += bytes;
  }

  /** Adds a viewer's report; false for an unknown viewer, or one that has just reported. */
  report(hash: string, viewer: string, report: WatchReport): boolean {
    const now = performance.now();
    const watched = this.#byStream.get(hash);
    const known = watched?.viewers.get(viewer);
    if (!watched || !known || now - known.reportedAt < REPORT_INTERVAL_MS) return false;
    known.reportedAt = now;
    watched.sums.watched_seconds += report.watched_seconds;
    watched.sums.stalled_seconds += report.stalled_seconds;
    if (report.latency_seconds !== null) watched.latencies.push({ at: now, seconds: report.latency_seconds });
    if (watched.latencies.length > MOST_LATENCIES) watched.latencies.shift();
    return true;
  }

  /** The audience of a livestream on this edge. */
  of(hash: string): EdgeAudience {
    const watched = this.#byStream.get(hash);
    if (!watched) return { viewers: 0, ...noViewers().sums, latency_seconds: null };
    const now = performance.now();
    const lately = watched.latencies.filter(({ at }) => now - at < LATENCY_MS);
    watched.latencies = lately;
    const sum = lately.reduce((all, { seconds }) => all + seconds, 0);
    return {
      viewers: watched.viewers.size,
      ...watched.sums,
      latency_seconds: lately.length > 0 ? sum / lately.length : null,
    };
  }

  /** How many livestreams and viewers are remembered. */
  get remembered(): { streams: number; viewers: number } {
    return { streams: this.#byStream.size, viewers: this.#total };
  }

  /** Forgets livestreams that nobody watches any more: no request comes for those that ended. */
  #forget(now: number): void {
    for (const [hash, { askedAt, viewers }] of this.#byStream) {
      if (askedAt > now - AWAY_MS) return;
      this.#byStream.delete(hash);
      this.#total -= viewers.size;
    }
  }

  #forgetViewers({ viewers }: Watched, now: number): void {
    for (const [other, { askedAt }] of viewers) {
      if (askedAt > now - AWAY_MS && this.#total <= MAXIMUM_VIEWERS) return;
      viewers.delete(other);
      this.#total -= 1;
    }
  }
}
