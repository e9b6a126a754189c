import type { AdEvent, AdReportEntry } from "@kinora/domain/ads/ad-events.ts";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Services } from "../../context.ts";
import { PeriodicWrite } from "../../platform/process/periodic-write.ts";

const FLUSH_MS = 5_000;
/** Different counters between two writes; what does not fit is not counted. */
const COUNTERS_MAX = 20_000;
/** Events of one client in a minute; what is more is not counted. */
const EVENTS_PER_MINUTE = 600;
const CLIENTS_MAX = 20_000;
/** Reports that are recognized when they arrive again. */
const REPORTS_MAX = 20_000;
/** A request is repeated within seconds, if at all. */
const REPEATED_WITHIN_MS = 600_000;

/** Where a report comes from. */
export interface AdReporter {
  /** Distinguishes reporters. */
  client: string;
  /** Of the report; null when it has none. */
  id: string | null;
}

interface Counter {
  hash: string;
  day: string;
  event: AdEvent;
  code: number;
  count: number;
}

/** Counts what players report of ads, and adds it to the counters of the database every five seconds. */
export class AdCounts {
  readonly #services: Pick<Services, "db" | "log" | "clock">;
  #counters = new Map<string, Counter>();
  readonly #clients = new Map<string, number>();
  #minute = 0;
  readonly #reports = new LRUCache<string, true>({ max: REPORTS_MAX, ttl: REPEATED_WITHIN_MS });
  readonly #writes: PeriodicWrite;

  /** @param flushMs default five seconds. */
  constructor(services: Pick<Services, "db" | "log" | "clock">, flushMs: number = FLUSH_MS) {
    this.#services = services;
    this.#writes = new PeriodicWrite(flushMs, () => this.#flush());
  }

  /** Counts the entries of one report about the video or livestream with this public ID. The same report again counts nothing. */
  add(hash: string, { client, id }: AdReporter, entries: readonly AdReportEntry[]): void {
    const now = this.#services.clock.now();
    const report = id === null ? null : `${hash} ${id}`;
    if (report !== null && this.#reports.has(report)) return;
    if (report !== null) this.#reports.set(report, true);
    if (!this.#mayReport(client, entries.length, now)) return;
    const day = now.toISOString().slice(0, 10);
    for (const { event, code: given } of entries) {
      const code = event === "error" ? (given ?? 900) : 0;
      const key = `${hash} ${day} ${event} ${code}`;
      const counter = this.#counters.get(key);
      if (counter) counter.count += 1;
      else if (this.#counters.size < COUNTERS_MAX) this.#counters.set(key, { hash, day, event, code, count: 1 });
    }
  }

  /** Writes what was counted, after what is being written; what could not be written is kept for the next time. Never throws. */
  flush(): Promise<void> {
    return this.#writes.flush();
  }

  async #flush(): Promise<void> {
    const counters = this.#counters;
    if (counters.size === 0) return;
    this.#counters = new Map();
    try {
      await this.#write([...counters.values()]);
    } catch (error) {
      this.#services.log.warn({ err: error }, "could not count ads");
      for (const [key, counter] of counters) {
        const newer = this.#counters.get(key);
        if (newer) newer.count += counter.count;
        else if (this.#counters.size < COUNTERS_MAX) this.#counters.set(key, counter);
      }
    }
  }

  /** Stops, after writing what was counted. */
  close(): Promise<void> {
    return this.#writes.close();
  }

  #mayReport(client: string, events: number, now: Date): boolean {
    const minute = Math.floor(now.getTime() / 60_000);
    if (minute !== this.#minute || this.#clients.size >= CLIENTS_MAX) this.#clients.clear();
    this.#minute = minute;
    const reported = (this.#clients.get(client) ?? 0) + events;
    this.#clients.set(client, reported);
    return reported <= EVENTS_PER_MINUTE;
  }

  async #write(counters: readonly Counter[]): Promise<void> {
    // Public IDs of nothing find no project. Counters are written in order, so that two edges do not wait for each other.
    await sql`
      with reported as (
        select * from jsonb_to_recordset(${JSON.stringify(counters)}::jsonb)
          as r (hash text, day date, event text, code integer, count bigint)),
      placed as (
        select v.project_id, r.* from reported r join videos v on v.hash = r.hash
        union all
        select s.project_id, r.* from reported r join streams s on s.hash = r.hash)
      insert into ad_counts as a (project_id, day, event, code, count)
        select project_id, day, event, code, sum(count) from placed group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (project_id, day, event, code) do update set count = a.count + excluded.count`.execute(
      this.#services.db,
    );
  }
}
