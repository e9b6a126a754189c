import type { Database, Tx } from "@kinora/db/connect.ts";
import { sql, type AccessMode, type IsolationLevel } from "kysely";

/** What services call of a transaction before it runs. */
interface JoinedTransaction {
  setAccessMode(mode: AccessMode): JoinedTransaction;
  setIsolationLevel(level: IsolationLevel): JoinedTransaction;
  execute<Answer>(work: (tx: Tx) => Promise<Answer>): Promise<Answer>;
}

/**
 * A context whose own transactions are parts of `tx`: functions of services that change one thing can make many changes
 * of which all happen or none. Each part is a savepoint (PostgreSQL manual, SAVEPOINT), so that a violated constraint
 * is still a refusal the function can explain. One part at a time.
 */
export function joined<Given extends { db: Database }>(context: Given, tx: Tx): Given {
  const db = new Proxy(tx, {
    get(target, name) {
      if (name === "transaction") return () => part(target, false);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  return { ...context, db };
}

const part = (tx: Tx, reads: boolean): JoinedTransaction => ({
  setAccessMode: (mode) => part(tx, mode === "read only"),
  // The whole transaction has one level already.
  setIsolationLevel: () => part(tx, reads),
  async execute(work) {
    await sql`savepoint part`.execute(tx);
    try {
      const answer = await work(tx);
      // What a part that reads has set for itself, such as a timeout, ends with it.
      await (reads ? sql`rollback to savepoint part` : sql`release savepoint part`).execute(tx);
      return answer;
    } catch (error) {
      await sql`rollback to savepoint part`.execute(tx);
      throw error;
    }
  },
});
