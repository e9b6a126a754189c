import { connect } from "@kinora/db/connect.ts";
import { insertRow } from "@kinora/db/testing-rows.ts";
import { cloneTestDatabase } from "@kinora/db/testing.ts";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { breakableWay } from "../../testing/breakable-way.ts";
import { COLLISION, databaseRefusal, isDatabaseAway } from "./database-away.ts";

const APPLICATION = "cut in the middle";

test("a connection reset in the middle of a query says the database is away, a mistake in a query does not", async () => {
  const database = await cloneTestDatabase(inject("postgresUrl"));
  onTestFinished(() => database.drop());
  const direct = connect(database.url);
  onTestFinished(() => direct.destroy());
  const { url, cut, mend } = await breakableWay(database.url);
  const db = connect(url, { applicationName: APPLICATION });
  onTestFinished(() => db.destroy());

  const query = sql`select pg_sleep(600)`.execute(db).catch((error: unknown) => error);
  const asleep = sql<{ count: number }>`
    select count(*) from pg_stat_activity where application_name = ${APPLICATION} and wait_event = 'PgSleep'`;
  await expect.poll(async () => (await asleep.execute(direct)).rows[0]?.count).toBe(1);
  cut();
  const lost = await query;
  expect(lost).toMatchObject({ code: "ECONNRESET" });
  expect(isDatabaseAway(lost)).toBe(true);
  mend();

  const mistake = await sql`select nothing_of_this_name`.execute(db).catch((error: unknown) => error);
  expect(mistake).toMatchObject({ code: "42703" });
  expect(isDatabaseAway(mistake)).toBe(false);
});

test("a row that is there already, and one that is gone, are a conflict that a person can act on", async () => {
  const database = await cloneTestDatabase(inject("postgresUrl"));
  onTestFinished(() => database.drop());
  const db = connect(database.url);
  onTestFinished(() => db.destroy());
  const person = { email: "one@example.com", first_name: "One", last_name: "Person" };
  await db.insertInto("users").values(person).execute();
  const twice = await db
    .insertInto("users")
    .values(person)
    .execute()
    .catch((error: unknown) => error);
  const gone = await insertRow(db, "account_owners", { account_id: 9_000, user_id: 9_000 }).catch(
    (error: unknown) => error,
  );
  for (const error of [twice, gone])
    expect(databaseRefusal(error)).toMatchObject({ code: "conflict", message: COLLISION });
});

test("a change on a replica that is not promoted yet says the database is away", async () => {
  const database = await cloneTestDatabase(inject("postgresUrl"));
  onTestFinished(() => database.drop());
  const db = connect(database.url, { maximumConnections: 1 });
  onTestFinished(() => db.destroy());
  await sql`set default_transaction_read_only = on`.execute(db);
  const refused = await sql`create table kept (id int)`.execute(db).catch((error: unknown) => error);
  expect(databaseRefusal(refused)).toMatchObject({ code: "unavailable", retryAfterSeconds: 1 });
});

test("a query on a database that fell silent fails like one on a lost connection, and one that only takes long does not", async () => {
  const database = await cloneTestDatabase(inject("postgresUrl"));
  onTestFinished(() => database.drop());
  const { url, freeze, mend } = await breakableWay(database.url);
  const db = connect(url);
  onTestFinished(() => db.destroy());
  // Longer than a connection may be in use before the database is asked.
  await sql`select pg_sleep(6)`.execute(db);
  await sql`create table kept (id int)`.execute(db);
  freeze();
  const lost = await sql`insert into kept values (1)`.execute(db).catch((error: unknown) => error);
  expect(isDatabaseAway(lost)).toBe(true);
  expect(databaseRefusal(lost)).toMatchObject({ code: "unavailable", retryAfterSeconds: 1 });
  mend();
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});
