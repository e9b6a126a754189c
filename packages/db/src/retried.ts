import { setTimeout as delay } from "node:timers/promises";
import { Kysely, type TransactionBuilder } from "kysely";
import type { Schema } from "./schema.ts";

// PostgreSQL manual, appendix A: serialization_failure and deadlock_detected.
const RETRIED = new Set(["40001", "40P01"]);
/** Up to this long the loser of a deadlock lets the winner finish. */
const PAUSE_MS = 50;

/**
 * A database whose transactions are run once more when PostgreSQL ended them because of another one (a deadlock or a
 * serialization failure): everything they did was rolled back, so that nothing is done twice. What a transaction does
 * outside the database it may therefore do twice.
 */
export class RetryingKysely extends Kysely<Schema> {
  override transaction(): TransactionBuilder<Schema> {
    return retrying(super.transaction());
  }
}

function retrying(builder: TransactionBuilder<Schema>): TransactionBuilder<Schema> {
  const execute: TransactionBuilder<Schema>["execute"] = async (work) => {
    try {
      return await builder.execute(work);
    } catch (error) {
      if (!wasEndedByAnother(error)) throw error;
      await delay(Math.random() * PAUSE_MS);
      return builder.execute(work);
    }
  };
  return new Proxy(builder, {
    get(target, name) {
      if (name === "execute") return execute;
      if (name === "setIsolationLevel")
        return (...args: Parameters<typeof target.setIsolationLevel>) => retrying(target.setIsolationLevel(...args));
      if (name === "setAccessMode")
        return (...args: Parameters<typeof target.setAccessMode>) => retrying(target.setAccessMode(...args));
      return Reflect.get(target, name, target) as unknown;
    },
  });
}

function wasEndedByAnother(error: unknown): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && RETRIED.has(error.code);
}
