import { NetworkShare } from "./network-share.ts";
import type { Stamp } from "./view-stamp.ts";

const SECONDS_A_VIEW = 5;
const VIEWS_OF_PAGE = 30;
const VIEWS_OF_PLAYLIST = 500;
/** No view begins on a page that is open for longer. */
const BEGIN_WITHIN_MS = 24 * 3_600_000;
/** New views of one network in a minute: those of 3,000 viewers behind one address who open a page together. */
const NETWORK_VIEWS = 3_000;
const NETWORK_WINDOW_MS = 60_000;
/** Views whose pages are remembered; then the pages that were quiet the longest are forgotten. */
const REMEMBERED_VIEWS = 100_000;

interface AskedView {
  id: string;
  /** Its place among the views of its page, from 0; null where players do not tell. */
  number: number | null;
  /** When the view began, as far as the report says. */
  loadedAt: Date;
  arrivedAt: Date;
  /** The viewer's IP address. */
  address: string;
}

/**
 * Tells the views that pages can have made from invented ones. Views that are numbered are judged by their page's age alone,
 * alike on every edge; those of pages of earlier releases are counted by each edge for itself, as views of networks are.
 */
export class StampViews {
  readonly #pages = new Map<string, Set<string>>();
  readonly #networks = new NetworkShare(NETWORK_VIEWS, NETWORK_WINDOW_MS);
  #remembered = 0;

  /**
   * Whether a page can have made a view: one, and one more for each five seconds of its age, up to 30, or 500 of a playlist,
   * and none after a day.
   */
  isPlausible({ random, madeAt, playlist }: Stamp, { id, number, loadedAt, arrivedAt, address }: AskedView): boolean {
    const known = this.#pages.get(random) ?? new Set<string>();
    if (!known.has(id)) {
      const ageSeconds = Math.max(0, (arrivedAt.getTime() - madeAt.getTime()) / 1_000);
      const most = playlist === null ? VIEWS_OF_PAGE : VIEWS_OF_PLAYLIST;
      if ((number ?? known.size) >= Math.min(most, 1 + Math.floor(ageSeconds / SECONDS_A_VIEW))) return false;
      if (loadedAt.getTime() - madeAt.getTime() > BEGIN_WITHIN_MS || !this.#networks.take(address)) return false;
      known.add(id);
      this.#remembered += 1;
    }
    this.#pages.delete(random);
    this.#pages.set(random, known);
    this.#forget();
    return true;
  }

  #forget(): void {
    for (const [random, views] of this.#pages) {
      if (this.#remembered <= REMEMBERED_VIEWS) return;
      this.#pages.delete(random);
      this.#remembered -= views.size;
    }
  }
}
