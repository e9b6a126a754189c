import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { z } from "zod";
import { sharedServices } from "../../testing/fixtures.ts";
import { openJobs, type Jobs } from "./jobs.ts";
import { lateJobs } from "./late-jobs.ts";

const services = await sharedServices();
const { config, db, log } = services;
const aKind = () => ({ name: `tests.${randomUUID()}`, payload: z.object({ number: z.number() }) });
const openQueue = () => openJobs(config.databaseUrl ?? "", [], log, { maintain: false });

async function numbersIn(name: string): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select (data -> 'payload' ->> 'number')::int as number from pgboss.job where name = ${name} order by 1`.execute(db);
  return rows.map(({ number }) => number);
}

test("a queue is opened once, with the first jobs that are sent, and closed when it was opened", async () => {
  const opened: Jobs[] = [];
  const jobs = lateJobs(async () => {
    const queue = await openQueue();
    opened.push(queue);
    return queue;
  });
  const kind = aKind();
  await Promise.all([1, 2, 3].map((number) => db.transaction().execute((tx) => jobs.send(tx, kind, { number }))));
  expect(opened).toHaveLength(1);
  expect(await numbersIn(kind.name)).toEqual([1, 2, 3]);
  expect(() => jobs.boss).toThrow("takes none");
  await jobs.close();
  await expect(opened[0]?.boss.getQueues()).rejects.toThrow();

  const unused = lateJobs(() => Promise.reject(new Error("It was opened.")));
  await unused.close();
});

test("a queue that could not be opened fails the job, and the next job opens it", async () => {
  let tries = 0;
  const jobs = lateJobs(() => {
    tries += 1;
    return tries === 1 ? Promise.reject(new Error("The database is away.")) : openQueue();
  });
  const kind = aKind();
  const send = (number: number) => db.transaction().execute((tx) => jobs.send(tx, kind, { number }));
  await expect(send(1)).rejects.toThrow("The database is away.");
  await send(2);
  expect(await numbersIn(kind.name)).toEqual([2]);
  await jobs.close();
});
