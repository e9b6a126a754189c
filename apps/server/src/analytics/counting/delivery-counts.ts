import { randomUUID } from "node:crypto";
import type { Database } from "@kinora/db/connect.ts";
import type { Services } from "../../context.ts";
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
  /** What could not be written, or was written without an answer: its id says which. */
  #unwritten: Batch | null = null;
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

  /** Writes what was counted, after what is being written; what could not be written is kept for the next time. Never throws. */
  flush(): Promise<void> {
    return this.#writes.flush();
  }

  /** Stops, after writing what was counted. */
  close(): Promise<void> {
    return this.#writes.close(() => this.#unwritten !== null);
  }

  async #flush(): Promise<void> {
    const { db, log } = this.#services;
    if (this.#dropped > 0) log.warn({ bytes: this.#dropped }, "too many deliveries to count");
    this.#dropped = 0;
    try {
      if (this.#unwritten) await writeDeliveries(db, this.#unwritten);
      this.#unwritten = null;
      if (this.#counters.size === 0) return;
      this.#unwritten = { id: randomUUID(), counters: [...this.#counters.values()] };
      this.#counters = new Map();
      await writeDeliveries(db, this.#unwritten);
      this.#unwritten = null;
    } catch (error) {
      log.warn({ err: error }, "could not count deliveries");
    }
  }
}

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
