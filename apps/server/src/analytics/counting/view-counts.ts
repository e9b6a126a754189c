import type { ArrivedReport } from "@kinora/domain/analytics/player-report.ts";
import { joinSums } from "@kinora/domain/analytics/view-sums.ts";
import type { Services } from "../../context.ts";
import { writeHalves } from "../../platform/database/write-halves.ts";
import { PeriodicWrite } from "../../platform/process/periodic-write.ts";
import { Visitors } from "./visitors.ts";
import { writeViews } from "./write-views.ts";

const FLUSH_MS = 10_000;
/** Views with a report between two writes; those of others are not counted. */
const VIEWS_MAX = 200_000;
/** Views written in one transaction: the more there are, the less each of them costs of the sums that they share. */
const BATCH_VIEWS = 10_000;

/**
 * Counts what players report of their views, and writes it every ten seconds. A report holds sums from the start of its view, and
 * what is added is their difference to the stored ones: a batch whose commit was not answered is written again. A view that PostgreSQL refuses
 * is logged and left out, so that it does not hold back the others of its batch.
 */
export class ViewCounts {
  readonly #services: Pick<Services, "db" | "log">;
  readonly #visitors: Visitors;
  #views = new Map<string, ArrivedReport>();
  #dropped = 0;
  readonly #writes: PeriodicWrite;

  /** @param flushMs default ten seconds. */
  constructor(services: Pick<Services, "db" | "log">, flushMs: number = FLUSH_MS) {
    this.#writes = new PeriodicWrite(flushMs, () => this.#flush());
    this.#services = services;
    this.#visitors = new Visitors(services.db);
  }

  /** Takes a report; it is written with the next batch. */
  add(report: ArrivedReport): void {
    const key = `${report.day} ${report.view}`;
    const known = this.#views.get(key);
    if (!known && this.#views.size >= VIEWS_MAX) this.#dropped += 1;
    else this.#views.set(key, known ? joined(known, report) : report);
  }

  /** Writes what was reported, after what is being written; what could not be written is kept for the next time. Never throws. */
  flush(): Promise<void> {
    return this.#writes.flush();
  }

  /** Stops, after writing what was reported. */
  close(): Promise<void> {
    return this.#writes.close(() => this.#views.size > 0);
  }

  async #flush(): Promise<void> {
    const { db, log } = this.#services;
    if (this.#dropped > 0) log.warn({ dropped: this.#dropped }, "too many views to count");
    this.#dropped = 0;
    const views = this.#views;
    this.#views = new Map();
    // In one order on every edge, so that two edges never wait for each other's rows.
    const reports = [...views].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, report]) => report);
    for (let at = 0; at < reports.length; at += BATCH_VIEWS) {
      try {
        await writeHalves(
          reports.slice(at, at + BATCH_VIEWS),
          (some) => writeViews(db, this.#visitors, some),
          ({ view, item }, err) => log.error({ err, view, item }, "a view that cannot be stored is not counted"),
        );
      } catch (error) {
        const left = reports.slice(at);
        log.warn({ err: error, views: left.length }, "could not count views");
        for (const report of left) this.add(report);
        return;
      }
    }
  }
}

/** Two reports of one view: the sums of both, and what the newer one says of the viewer. */
function joined(a: ArrivedReport, b: ArrivedReport): ArrivedReport {
  const newer = b.report >= a.report ? b : a;
  const loadedAt = a.loadedAt < b.loadedAt ? a.loadedAt : b.loadedAt;
  return { ...newer, loadedAt, sums: joinSums(a.sums, b.sums), viewed: a.viewed || b.viewed };
}
