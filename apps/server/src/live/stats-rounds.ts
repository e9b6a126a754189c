import { liveChannel, STREAM_STATS_EVENT } from "@kinora/domain/realtime.ts";
import type { Services } from "../context.ts";
import { publishAll } from "../platform/events.ts";
import type { LiveFiles } from "./live-files.ts";
import type { OnAir } from "./on-air.ts";
import { saveSessions } from "./session-records.ts";

const ROUND_MS = 1_000;
/** Every so many rounds the sessions' rows are written. */
const SAVE_EVERY = 5;

/** A stream as rounds see it. */
export interface Rounded extends Pick<OnAir, "report"> {
  files: Pick<LiveFiles, "sweep">;
}

/**
 * Tells each second how all publishers of a host do, whatever their number with one statement, and writes it down now and then with
 * another; lets go of media nobody may ask for any more.
 */
export class StatsRounds {
  readonly #services: Services;
  readonly #onAir: () => Iterable<Rounded>;
  readonly #ticker: NodeJS.Timeout;
  #rounds = 0;

  constructor(services: Services, onAir: () => Iterable<Rounded>) {
    this.#services = services;
    this.#onAir = onAir;
    this.#ticker = setInterval(() => {
      this.#sweep();
      const failed = (error: unknown) => services.log.debug({ err: error }, "live stats could not be told");
      this.#round().catch(failed);
    }, ROUND_MS);
  }

  stop(): void {
    clearInterval(this.#ticker);
  }

  #sweep(): void {
    const failed = (error: unknown) => this.#services.log.warn({ err: error }, "old live media stays");
    for (const { files } of this.#onAir()) files.sweep().catch(failed);
  }

  async #round(): Promise<void> {
    this.#rounds += 1;
    const isTurn = this.#rounds % SAVE_EVERY === 0;
    const reports = [...this.#onAir()].map((one) => one.report(isTurn)).filter((report) => report !== null);
    const pushes = reports.map(({ push }) => ({
      channel: liveChannel(push.id),
      event: STREAM_STATS_EVENT,
      data: push,
    }));
    if (pushes.length > 0) await publishAll(this.#services.db, pushes);
    const saves = reports.map(({ save }) => save).filter((save) => save !== null);
    if (saves.length > 0) await saveSessions(this.#services, saves);
  }
}
