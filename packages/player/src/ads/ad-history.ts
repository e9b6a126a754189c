import type { AdHistory } from "@kinora/domain/ads/ad-schedule.ts";
import { readStored, store } from "../stored.ts";

/** Of a browser that showed no ads of a project. */
export const NO_ADS_YET: AdHistory = { viewsSinceAds: null, lastAdAt: null };

/** When this browser last showed ads of a project. Browsers that block storage forget it with the page. */
export class RememberedAds {
  readonly #key: string;
  #history: AdHistory;

  constructor(project: string) {
    this.#key = `kinora-ads-${project}`;
    this.#history = readHistory(this.#key);
  }

  get history(): AdHistory {
    return this.#history;
  }

  /** A view begins, with or without ads. */
  noteView(): void {
    const { viewsSinceAds } = this.#history;
    this.#write({ ...this.#history, viewsSinceAds: viewsSinceAds === null ? null : viewsSinceAds + 1 });
  }

  /** An ad is shown. */
  noteAd(now: number): void {
    this.#write({ viewsSinceAds: 0, lastAdAt: now });
  }

  #write(history: AdHistory): void {
    this.#history = history;
    store(this.#key, JSON.stringify(history));
  }
}

function readHistory(key: string): AdHistory {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? "null");
    if (typeof stored !== "object" || stored === null) return NO_ADS_YET;
    const number = (name: string) => {
      const value: unknown = Reflect.get(stored, name);
      return typeof value === "number" && Number.isFinite(value) ? value : null;
    };
    return { viewsSinceAds: number("viewsSinceAds"), lastAdAt: number("lastAdAt") };
  } catch {
    return NO_ADS_YET;
  }
}
