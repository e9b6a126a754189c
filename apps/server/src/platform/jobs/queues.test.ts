import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { sharedServices } from "../../testing/fixtures.ts";
import { openJobs } from "./jobs.ts";

const services = await sharedServices();

test("a process that knows no tasks makes a queue with the first job that it sends there", async () => {
  const { config, db, log } = services;
  const jobs = await openJobs(config.databaseUrl ?? "", [], log, { maintain: false });
  afterAll(() => jobs.close());
  const kind = { name: `tests.${randomUUID()}`, payload: z.object({ number: z.number() }) };
  for (const number of [1, 2]) await db.transaction().execute((tx) => jobs.send(tx, kind, { number }));
  const { rows } = await sql<{ data: { payload: unknown } }>`
    select data from pgboss.job where name = ${kind.name} order by created_on`.execute(db);
  expect(rows.map(({ data }) => data.payload)).toEqual([{ number: 1 }, { number: 2 }]);
});
