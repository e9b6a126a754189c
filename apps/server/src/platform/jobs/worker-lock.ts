import pg from "pg";

const LOCK_CLASS = 7_300;

/** The arguments of PostgreSQL's functions for a worker's advisory lock. */
export const lockOfWorker = (workerId: number): [number, number] => [LOCK_CLASS, workerId];

/** The session-level advisory lock that proves that a worker is alive: the database releases it with the connection. */
export class WorkerLock {
  readonly #databaseUrl: string | null;
  #client: pg.Client | null = null;
  #since = 0;

  constructor(databaseUrl: string | null) {
    this.#databaseUrl = databaseUrl;
  }

  get isHeld(): boolean {
    return this.#client !== null;
  }

  /** How long ago the lock was acquired last. */
  get ageMs(): number {
    return performance.now() - this.#since;
  }

  async acquire(workerId: number): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#databaseUrl ?? undefined,
      keepAlive: true,
      application_name: "kinora-worker-lock",
    });
    const lost = () => {
      if (this.#client === client) this.#client = null;
    };
    client.on("error", lost);
    client.on("end", lost);
    await client.connect();
    await client.query("select pg_advisory_lock($1, $2)", lockOfWorker(workerId));
    this.#client = client;
    this.#since = performance.now();
  }

  async release(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.end();
  }
}
