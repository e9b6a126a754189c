import { createHmac, createSecretKey, randomBytes, type KeyObject } from "node:crypto";
import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";

const VISITOR_BYTES = 16;
const SALT_BYTES = 32;

/** Tells the visitors of one UTC day apart. */
export interface VisitorHashes {
  /** To be called before a day's visitors are asked for. */
  prepare(day: string): Promise<void>;
  of(day: string, client: string): Buffer;
}

/** Makes the hashes that tell the visitors of one UTC day apart. Without the day's salt nobody can make them again. */
export class Visitors implements VisitorHashes {
  readonly #db: Database;
  #known = new Map<string, KeyObject>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Reads the salt of a day, which the first edge that needs it makes. */
  async prepare(day: string): Promise<void> {
    if (this.#known.has(day)) return;
    const { rows } = await sql<{ salt: Buffer }>`
      with made as (
        insert into visitor_salts (day, salt) values (${day}::date, ${randomBytes(SALT_BYTES)}::bytea)
        on conflict (day) do nothing returning salt)
      select salt from made union all select salt from visitor_salts where day = ${day}::date limit 1`.execute(
      this.#db,
    );
    const [row] = rows;
    if (!row) throw new Error(`The salt of ${day} is being made.`);
    // Salts of days before are forgotten: a batch is never older than a day.
    this.#known = new Map([...this.#known, [day, createSecretKey(row.salt)] as const].slice(-2));
  }

  /** The visitor of an address and a browser on a day that was prepared. */
  of(day: string, client: string): Buffer {
    const salt = this.#known.get(day);
    if (!salt) throw new Error(`The salt of ${day} was not read.`);
    return createHmac("sha256", salt).update(client).digest().subarray(0, VISITOR_BYTES);
  }
}
