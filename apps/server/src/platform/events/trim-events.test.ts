import { deleteRows, insertRow, selectOrdered } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { z } from "zod";
import { sharedServices } from "../../testing/fixtures.ts";
import { task } from "../jobs/tasks.ts";
import { trimEvents } from "./trim-events.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const listener = task({
  name: "test.listens",
  payload: z.object({ eventId: z.number() }),
  run: () => Promise.resolve(),
});

const services = await sharedServices();
await services.jobs.boss.createQueue(listener.name);

async function anEvent(daysAgo: number): Promise<number> {
  const created_at = new Date(services.clock.now().getTime() - daysAgo * DAY_MS);
  const { id } = await insertRow(services, "events", {
    type: "test.happened",
    account_id: null,
    project_id: null,
    payload: "{}",
    actor: "{}",
    created_at,
  });
  return id;
}

const kept = async () => (await selectOrdered(services, "events", "id", {}, "id")).map(({ id }) => id);

test("an event is kept for a week, longer while a listener's job is unfinished, and 30 days at most", async () => {
  const fresh = await anEvent(6);
  await anEvent(8);
  const [waiting, finished, ancient] = [await anEvent(8), await anEvent(8), await anEvent(31)];
  for (const eventId of [waiting, finished, ancient]) await services.jobs.send(services.db, listener, { eventId });
  await sql`update pgboss.job set state = 'completed' where (data #>> '{payload,eventId}')::bigint = ${finished}`.execute(
    services.db,
  );
  await trimEvents.run(services);
  expect(await kept()).toEqual([fresh, waiting]);
  await trimEvents.run(services);
  expect(await kept()).toEqual([fresh, waiting]);
});

test("more old events than one statement deletes are all deleted", async () => {
  await deleteRows(services, "events", {});
  await sql`insert into events (type, payload, created_at)
    select 'test.happened', '{}', ${services.clock.now()}::timestamptz - interval '9 days' from generate_series(1, 12_000)`.execute(
    services.db,
  );
  const fresh = await anEvent(0);
  await trimEvents.run(services);
  expect(await kept()).toEqual([fresh]);
});
