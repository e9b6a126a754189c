import { setTimeout as delay } from "node:timers/promises";
import { Kysely, type TransactionBuilder } from "kysely";
import type { Schema } from "./schema.ts";

// PostgreSQL manual, appendix A: serialization_failure and deadlock_detected.
const RETRIED = new Set(["40001", "40P01"]);
/** Maximum delay before the retry, so that the other transaction can finish. */
const PAUSE_MS = 50;

/**
 * A database that retries a transaction once when PostgreSQL aborted it because of another one (a deadlock or a
 * serialization failure). Everything was rolled back, so nothing is written twice. Side effects of a transaction
 * outside the database may happen twice.
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
