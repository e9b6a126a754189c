import type { Database } from "@kinora/db/connect.ts";

/**
 * A database that does as it is told in the next transactions and loses the connection before it answers, once for each entry of
 * `stores`: false where it stores nothing before that.
 */
export function losingAnswers(db: Database, stores: boolean[]): Database {
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      const stored = name === "transaction" ? stores.shift() : undefined;
      if (stored === undefined) return typeof value === "function" ? (value.bind(target) as unknown) : value;
      return () => ({
        async execute(write: Parameters<ReturnType<Database["transaction"]>["execute"]>[0]) {
          if (stored) await target.transaction().execute(write);
          throw new Error("The connection was lost.");
        },
      });
    },
  });
}
