import { API_REQUESTS_LISTED_PER_MINUTE, API_REQUESTS_SAMPLE } from "@kinora/domain/api-keys/limits.ts";
import { sql } from "kysely";
import type { Services } from "../context.ts";
import { PeriodicWrite } from "../platform/process/periodic-write.ts";

const MINUTE_MS = 60_000;
const WRITE_MS = 2_000;
/** While the database is unavailable no more than this waits in memory; what comes then is not listed. */
const WAITING_MAX = 5_000;

interface MadeRequest {
  keyId: number;
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  milliseconds: number;
}

interface Entry extends MadeRequest {
  at: Date;
  represents: number;
}

/**
 * Lists the requests of API keys. They are written every two seconds, so that no request waits for it. Of a key that makes
 * more than `API_REQUESTS_LISTED_PER_MINUTE` in this process one of `API_REQUESTS_SAMPLE` is listed.
 */
export class RequestLog {
  readonly #services: Pick<Services, "db" | "clock" | "log">;
  readonly #writes = new PeriodicWrite(WRITE_MS, () => this.#write());
  #minute = 0;
  #counts = new Map<number, number>();
  #waiting: Entry[] = [];

  constructor(services: Pick<Services, "db" | "clock" | "log">) {
    this.#services = services;
  }

  /** Notes one request that was answered. */
  add(request: MadeRequest): void {
    const at = this.#services.clock.now();
    const represents = this.#representedBy(request.keyId, at);
    if (represents > 0 && this.#waiting.length < WAITING_MAX) this.#waiting.push({ ...request, at, represents });
  }

  /** Writes the rest and stops. */
  close(): Promise<void> {
    return this.#writes.close();
  }

  /** How many requests the next one of a key represents in the list; 0 when it is not listed. */
  #representedBy(keyId: number, at: Date): number {
    const minute = Math.floor(at.getTime() / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(keyId) ?? 0) + 1;
    this.#counts.set(keyId, count);
    if (count <= API_REQUESTS_LISTED_PER_MINUTE) return 1;
    return (count - API_REQUESTS_LISTED_PER_MINUTE) % API_REQUESTS_SAMPLE === 1 ? API_REQUESTS_SAMPLE : 0;
  }

  /** What cannot be written waits for the next time. */
  async #write(): Promise<void> {
    const entries = this.#waiting;
    if (entries.length === 0) return;
    this.#waiting = [];
    try {
      await writeRequests(this.#services, entries);
    } catch (error) {
      this.#waiting = [...entries, ...this.#waiting].slice(0, WAITING_MAX);
      this.#services.log.warn({ err: error }, "could not write the requests of API keys");
    }
  }
}

/** Requests of keys deleted meanwhile are left out. */
async function writeRequests({ db }: Pick<Services, "db">, entries: readonly Entry[]): Promise<void> {
  await sql`
    insert into api_requests (project_id, api_key_id, at, method, path, status, milliseconds, represents)
    select key.project_id, key.id, made.at, made.method, made.path, made.status, made.milliseconds, made.represents
    from unnest(
      ${entries.map(({ keyId }) => keyId)}::bigint[], ${entries.map(({ at }) => at)}::timestamptz[],
      ${entries.map(({ method }) => method)}::text[], ${entries.map(({ path }) => path)}::text[],
      ${entries.map(({ status }) => status)}::smallint[],
      ${entries.map(({ milliseconds }) => Math.round(milliseconds))}::integer[],
      ${entries.map(({ represents }) => represents)}::smallint[]
    ) with ordinality as made (key_id, at, method, path, status, milliseconds, represents, place)
    join api_keys key on key.id = made.key_id
    order by made.place`.execute(db);
}
