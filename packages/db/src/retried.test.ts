import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { connect, type Database, type Tx } from "./connect.ts";
import { cloneTestDatabase } from "./testing.ts";

let database: Awaited<ReturnType<typeof cloneTestDatabase>>;
let db: Database;

beforeAll(async () => {
  database = await cloneTestDatabase(inject("postgresUrl"), { tables: false });
  db = connect(database.url);
  await sql`create table counters (id int primary key, number int not null)`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(async () => {
  await sql`truncate counters`.execute(db);
  await sql`insert into counters values (1, 0), (2, 0)`.execute(db);
});

const count = (tx: Tx, id: number) => sql`update counters set number = number + 1 where id = ${id}`.execute(tx);
const numbers = async () =>
  (await sql<{ number: number }>`select number from counters order by id`.execute(db)).rows.map(({ number }) => number);

test("in a deadlock, the transaction that PostgreSQL aborts is retried", async () => {
  const holding = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const runs = [0, 0];
  const inOrder = async (me: 0 | 1, first: number, second: number) =>
    db
      .transaction()
      .setIsolationLevel("read committed")
      .execute(async (tx) => {
        runs[me] = (runs[me] ?? 0) + 1;
        await count(tx, first);
        holding[me]?.resolve();
        await holding[1 - me]?.promise;
        await count(tx, second);
      });
  await Promise.all([inOrder(0, 1, 2), inOrder(1, 2, 1)]);
  expect(await numbers()).toEqual([2, 2]);
  expect(runs.reduce((all, one) => all + one)).toBe(3);
});

test("a transaction that fails for another reason, or is aborted twice, fails", async () => {
  let runs = 0;
  const fails = (code: string) =>
    db.transaction().execute(async (tx) => {
      runs += 1;
      await count(tx, 1);
      await sql`do ${sql.raw(`$$ begin raise exception 'no' using errcode = '${code}'; end $$`)}`.execute(tx);
    });
  await expect(fails("23505")).rejects.toMatchObject({ code: "23505" });
  expect(runs).toBe(1);
  await expect(fails("40001")).rejects.toMatchObject({ code: "40001" });
  expect(runs).toBe(3);
  expect(await numbers()).toEqual([0, 0]);
});
