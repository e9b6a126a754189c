import { liveChannel, STREAM_STATS_EVENT } from "@kinora/domain/realtime.ts";
import type { Services } from "../../context.ts";
import { publishAll } from "../../platform/events/events.ts";
import type { OnAir } from "../host/on-air.ts";
import type { LiveFiles } from "../media/live-files.ts";
import { saveSessions } from "./session-records.ts";

const ROUND_MS = 1_000;
/** The sessions' rows are saved every fifth round. */
const SAVE_EVERY = 5;

/** What a round needs of a stream. */
export interface ReportedStream extends Pick<OnAir, "report"> {
  files: Pick<LiveFiles, "sweep">;
}

/**
 * Pushes the figures of all publishers of a host every second, with one statement for all, and saves them every five seconds with
 * another. Also deletes expired media.
 */
export class StatsRounds {
  readonly #services: Services;
  readonly #onAir: () => Iterable<ReportedStream>;
  readonly #ticker: NodeJS.Timeout;
  #rounds = 0;

  constructor(services: Services, onAir: () => Iterable<ReportedStream>) {
    this.#services = services;
    this.#onAir = onAir;
    this.#ticker = setInterval(() => {
      this.#sweep();
      const failed = (error: unknown) => services.log.debug({ err: error }, "live stats not pushed");
      this.#round().catch(failed);
    }, ROUND_MS);
  }

  stop(): void {
    clearInterval(this.#ticker);
  }

  #sweep(): void {
    const failed = (error: unknown) => this.#services.log.warn({ err: error }, "expired live media not deleted");
    for (const { files } of this.#onAir()) files.sweep().catch(failed);
  }

  async #round(): Promise<void> {
    this.#rounds += 1;
    const isSaveRound = this.#rounds % SAVE_EVERY === 0;
    const reports = [...this.#onAir()].map((one) => one.report(isSaveRound)).filter((report) => report !== null);
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
