import type { IncomingMessage } from "node:http";
import type { EdgeAudience } from "@kinora/domain/audience.ts";
import type { WatchReport } from "../platform/audience.ts";
import { clientAddress, type IsTrusted } from "../platform/client-address.ts";

/** Somebody who asked for no playlist for so long went away; players ask at least every few seconds. */
const AWAY_MS = 12_000;
const MAXIMUM_VIEWERS = 100_000;
/** Players tell every ten seconds how they do; who tells more often is not heard. */
const HEARD_EVERY_MS = 5_000;
/** What was told of latency counts for so long. */
const LATENCY_MS = 30_000;
const MOST_LATENCIES = 1_000;

interface Viewer {
  askedAt: number;
  toldAt: number;
}

interface Watched {
  viewers: Map<string, Viewer>;
  sums: Pick<EdgeAudience, "sent_bytes" | "watched_seconds" | "stalled_seconds">;
  latencies: { at: number; seconds: number }[];
}

const nobody = (): Watched => ({
  viewers: new Map(),
  sums: { sent_bytes: 0, watched_seconds: 0, stalled_seconds: 0 },
  latencies: [],
});

/** Who watches livestreams through this edge, what they were sent and how they do. Viewers are told apart, not known. */
export class Audience {
  readonly #byStream = new Map<string, Watched>();
  readonly #isTrusted: IsTrusted;
  #total = 0;

  /** Viewers behind a proxy are counted one by one where `isTrusted` says so of its address. */
  constructor(isTrusted: IsTrusted) {
    this.#isTrusted = isTrusted;
  }

  /** What tells the viewers of one livestream apart: their address and browser. */
  viewerOf(request: Pick<IncomingMessage, "socket" | "headers">): string {
    return `${clientAddress(request, this.#isTrusted)} ${request.headers["user-agent"] ?? ""}`;
  }

  /** A viewer asks for a playlist. */
  note(hash: string, viewer: string): void {
    const now = performance.now();
    const watched = this.#byStream.get(hash) ?? nobody();
    this.#byStream.set(hash, watched);
    const known = watched.viewers.get(viewer);
    if (known) watched.viewers.delete(viewer);
    else this.#total += 1;
    watched.viewers.set(viewer, { askedAt: now, toldAt: known?.toldAt ?? -Infinity });
    this.#forget(hash, watched, now);
  }

  /** So much was sent to somebody who watches. */
  sent(hash: string, bytes: number): void {
    const watched = this.#byStream.get(hash);
    if (watched) watched.sums.sent_bytes += bytes;
  }

  /** A viewer tells how the picture does; false when nobody like that watches, or told just now. */
  tell(hash: string, viewer: string, report: WatchReport): boolean {
    const now = performance.now();
    const watched = this.#byStream.get(hash);
    const known = watched?.viewers.get(viewer);
    if (!watched || !known || now - known.toldAt < HEARD_EVERY_MS) return false;
    known.toldAt = now;
    watched.sums.watched_seconds += report.watched_seconds;
    watched.sums.stalled_seconds += report.stalled_seconds;
    if (report.latency_seconds !== null) watched.latencies.push({ at: now, seconds: report.latency_seconds });
    if (watched.latencies.length > MOST_LATENCIES) watched.latencies.shift();
    return true;
  }

  /** How a livestream is watched through this edge. */
  of(hash: string): EdgeAudience {
    const watched = this.#byStream.get(hash);
    if (!watched) return { viewers: 0, ...nobody().sums, latency_seconds: null };
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

  #forget(hash: string, { viewers }: Watched, now: number): void {
    // In the order in which they asked last.
    for (const [other, { askedAt }] of viewers) {
      if (askedAt > now - AWAY_MS && this.#total <= MAXIMUM_VIEWERS) break;
      viewers.delete(other);
      this.#total -= 1;
    }
    if (viewers.size === 0) this.#byStream.delete(hash);
  }
}
