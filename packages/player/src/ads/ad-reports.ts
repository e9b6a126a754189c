import { AD_REPORT_MAX, type AdEvent, type AdReportEntry } from "@kinora/domain/ads/ad-events.ts";
import { randomId } from "./random-id.ts";

/** Events are collected this long. */
const COLLECT_MS = 1_000;

/** Reports what happens to ads to the edge, several events at a time. Nothing depends on their arrival. */
export class AdReports {
  readonly #address: string;
  #waiting: AdReportEntry[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #onHide = () => this.send();

  /** `address` is where reports are posted. */
  constructor(address: string) {
    this.#address = address;
    addEventListener("pagehide", this.#onHide);
  }

  add(event: AdEvent, code?: number): void {
    this.#waiting.push(code === undefined ? { event } : { event, code });
    if (this.#waiting.length >= AD_REPORT_MAX) return this.send();
    this.#timer ??= setTimeout(() => this.send(), COLLECT_MS);
  }

  send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const events = this.#waiting.splice(0, AD_REPORT_MAX);
    if (events.length === 0) return;
    fetch(this.#address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      // Browsers and proxies may repeat a request: the edge counts an id once.
      body: JSON.stringify({ id: randomId(), events }),
      credentials: "omit",
      keepalive: true,
    }).catch(() => undefined);
  }

  close(): void {
    removeEventListener("pagehide", this.#onHide);
    this.send();
  }
}
