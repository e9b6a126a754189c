import { randomUUID } from "node:crypto";
import type { Database } from "@kinora/db/connect.ts";
import type { Services } from "../../context.ts";
import { isRefusedByContent } from "../../platform/database/write-halves.ts";
import { PeriodicWrite } from "../../platform/process/periodic-write.ts";
import { addDeliveries, type Delivered } from "./add-deliveries.ts";

const FLUSH_MS = 10_000;
const HOUR_MS = 3_600_000;
/** Different counters between two writes; what does not fit is not counted. */
const COUNTERS_MAX = 100_000;

interface Counter extends Delivered {
  /** Hours since 1970. */
  hour: number;
  requests: number;
  bytes: number;
}

interface Batch {
  id: string;
  counters: Counter[];
}

/** Counts what an edge delivers, and adds it to the sums of the hour every ten seconds. */
export class DeliveryCounts {
  readonly #services: Pick<Services, "db" | "log" | "clock">;
  #counters = new Map<string, Counter>();
  /** What could not be written, or was written without an answer: the id of a batch says which. */
  #unwritten: Batch[] = [];
  #dropped = 0;
  readonly #writes = new PeriodicWrite(FLUSH_MS, () => this.#flush());

  constructor(services: Pick<Services, "db" | "log" | "clock">) {
    this.#services = services;
  }

  /** Adds an answer of so many bytes. */
  add(delivered: Delivered, bytes: number): void {
    const { item, kind, height, player, host, country } = delivered;
    const hour = Math.floor(this.#services.clock.now().getTime() / HOUR_MS);
    const key = `${item.kind} ${item.id} ${kind} ${height} ${hour} ${country} ${player} ${host}`;
    const known = this.#counters.get(key);
    if (known) {
      known.requests += 1;
      known.bytes += bytes;
    } else if (this.#counters.size < COUNTERS_MAX) this.#counters.set(key, { ...delivered, hour, requests: 1, bytes });
    else this.#dropped += bytes;
  }

  /** Counters that are held: those of the batch that could not be written, and those since. */
  get held(): number {
    return this.#unwritten.reduce((sum, { counters }) => sum + counters.length, this.#counters.size);
  }

  /** Writes what was counted, after what is being written; what could not be written is kept for the next time. Never throws. */
  flush(): Promise<void> {
    return this.#writes.flush();
  }

  /** Stops, after writing what was counted. */
  close(): Promise<void> {
    return this.#writes.close(() => this.held > 0);
  }

  async #flush(): Promise<void> {
    const { log } = this.#services;
    if (this.#dropped > 0) log.warn({ bytes: this.#dropped }, "too many deliveries to count");
    this.#dropped = 0;
    try {
      await this.#writeUnwritten();
      // Only now: while the database is away, equal counters become one instead of a batch every ten seconds.
      if (this.#counters.size > 0) this.#unwritten.push(aBatch([...this.#counters.values()]));
      this.#counters = new Map();
      await this.#writeUnwritten();
    } catch (error) {
      log.warn({ err: error }, "could not count deliveries");
    }
  }

  async #writeUnwritten(): Promise<void> {
    for (let batch = this.#unwritten[0]; batch; batch = this.#unwritten[0])
      this.#unwritten.splice(0, 1, ...(await this.#leftOf(batch)));
  }

  /** Writes a batch; where PostgreSQL refuses what it holds, answers its halves. A counter that is refused alone is logged and left out. */
  async #leftOf(batch: Batch): Promise<Batch[]> {
    const { db, log } = this.#services;
    try {
      await writeDeliveries(db, batch);
      return [];
    } catch (error) {
      if (!isRefusedByContent(error)) throw error;
      const { counters } = batch;
      const half = Math.ceil(counters.length / 2);
      if (counters.length > 1) return [aBatch(counters.slice(0, half)), aBatch(counters.slice(half))];
      log.error({ err: error, delivered: counters[0] }, "bytes that cannot be stored are not counted");
      return [];
    }
  }
}

// A refused batch has stored nothing, not even its id: its halves are new ones.
const aBatch = (counters: Counter[]): Batch => ({ id: randomUUID(), counters });

/** Adds a batch to the sums, once however often it is written. */
async function writeDeliveries(db: Database, { id, counters }: Batch): Promise<void> {
  const rows = counters.map(({ hour, ...counter }) => ({ ...counter, hour: new Date(hour * HOUR_MS), cached: 0 }));
  await db.transaction().execute(async (tx) => {
    const batch = await tx
      .insertInto("counted_batches")
      .values({ id })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (batch) await addDeliveries(tx, rows);
  });
}
