import { findRow, selectRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { sharedServices } from "../../testing/fixtures.ts";
import { until } from "../../testing/until.ts";
import { notify } from "../events/events.ts";
import { task, type Task } from "./tasks.ts";
import { WORKER_SETTINGS_NOTIFICATION } from "./worker-settings.ts";
import { runTasks, type RunningWorker } from "./worker.ts";

const services = await sharedServices();

const payload = z.object({ place: z.number() });
let tasks = 0;

/** A task of its own queue whose jobs run until they are let go, and what became of them. */
async function aHeldTask(options: Partial<Pick<Task, "concurrency" | "steered">> = {}) {
  tasks += 1;
  const name = `test.steered_${tasks}`;
  await services.jobs.boss.createQueue(name, { retryLimit: 1_000, retryDelay: 0 });
  const begun: number[] = [];
  const held = new Map<number, () => void>();
  const work = task({
    name,
    payload,
    ...options,
    async run(_services, { place }) {
      begun.push(place);
      await new Promise<void>((letGo) => held.set(place, letGo));
    },
  });
  return {
    work,
    begun,
    letGo: (place: number) => held.get(place)?.(),
    send: (place: number, group?: string) =>
      services.jobs.send(services.db, work, { place }, group === undefined ? {} : { group }),
    hasBegun: (count: number) => until(async () => begun.length >= count),
  };
}

const worker = (work: Task<{ place: number }>, name: string): Promise<RunningWorker> =>
  runTasks({ ...services, config: { ...services.config, workerName: name } }, [work as unknown as Task], []);

/** Changes what is wanted, as superusers do, and waits until a worker knows it. */
async function want(change: { name?: string; draining?: boolean; slots?: number; paused?: boolean; fair?: boolean }) {
  const { name, draining, slots, paused, fair } = change;
  if (name !== undefined)
    await sql`
      insert into worker_settings (name, draining_since, slots)
      values (${name}, ${draining ? new Date() : null}, ${slots ?? null})
      on conflict (name) do update set draining_since = excluded.draining_since, slots = excluded.slots`.execute(
      services.db,
    );
  if (paused !== undefined)
    await sql`update transcoding_settings set paused_since = ${paused ? new Date() : null}`.execute(services.db);
  if (fair !== undefined) await sql`update transcoding_settings set fair = ${fair}`.execute(services.db);
  await notify(services.db, WORKER_SETTINGS_NOTIFICATION, "");
}

beforeEach(() => want({ paused: false, fair: false }));

const slotsOf = async (name: string) => (await findRow(services, "workers", { name }, "slots"))?.slots;

test("a drained worker finishes what it does and takes nothing more; another takes what waits, none twice", async () => {
  const { work, begun, send, letGo, hasBegun } = await aHeldTask();
  const first = await worker(work, "drained");
  await send(1);
  await hasBegun(1);
  await want({ name: "drained", draining: true });
  // Its slots are written after its settings are read: then it knows.
  await want({ name: "drained", draining: true, slots: 9 });
  await until(async () => (await slotsOf("drained")) === 9);
  await send(2);
  letGo(1);
  const jobs = async () =>
    (
      await sql<{
        state: string;
      }>`select state::text from pgboss.job where name = ${work.name} order by created_on`.execute(services.db)
    ).rows.map(({ state }) => state);
  await until(async () => (await jobs())[0] === "completed");
  expect(await jobs()).toEqual(["completed", "created"]);
  await first.close();
  const second = await worker(work, "other");
  await hasBegun(2);
  letGo(2);
  await until(async () => (await jobs()).every((state) => state === "completed"));
  expect(begun).toEqual([1, 2]);
  await second.close();
});

test("a worker that is restarted is still drained, until it is resumed", async () => {
  const { work, begun, send, letGo, hasBegun } = await aHeldTask();
  await want({ name: "restarted", draining: true });
  const before = await worker(work, "restarted");
  await before.close();
  await send(1);
  const after = await worker(work, "restarted");
  await until(async () => (await slotsOf("restarted")) !== undefined);
  expect(begun).toEqual([]);
  await want({ name: "restarted", draining: false });
  await hasBegun(1);
  letGo(1);
  await after.close();
});

test("media slots change while jobs run: none is interrupted, and less room is left when enough have ended", async () => {
  const { work, begun, send, letGo, hasBegun } = await aHeldTask({ concurrency: "media" });
  await want({ name: "slots", slots: 1 });
  const one = await worker(work, "slots");
  for (const place of [1, 2, 3, 4]) await send(place);
  await hasBegun(1);
  expect(begun).toEqual([1]);
  await want({ name: "slots", slots: 3 });
  await hasBegun(3);
  await until(async () => (await slotsOf("slots")) === 3);
  await want({ name: "slots", slots: 1 });
  await until(async () => (await slotsOf("slots")) === 1);
  letGo(1);
  letGo(2);
  const running = async () => (await selectRows(services, "job_claims", { queue: work.name }, "job_id")).length;
  await until(async () => (await running()) === 1);
  expect(begun.toSorted((one, other) => one - other)).toEqual([1, 2, 3]);
  letGo(3);
  await hasBegun(4);
  letGo(4);
  await one.close();
});

test("a paused queue finishes what runs and begins nothing, and other work continues", async () => {
  const media = await aHeldTask({ steered: true });
  const mail = await aHeldTask();
  await want({ paused: true });
  const both = await runTasks(services, [media.work as unknown as Task, mail.work as unknown as Task], []);
  await media.send(1);
  await mail.send(1);
  await mail.hasBegun(1);
  expect(media.begun).toEqual([]);
  mail.letGo(1);
  await want({ paused: false });
  await media.hasBegun(1);
  media.letGo(1);
  await both.close();
});

test("accounts take turns: one with many jobs does not make another wait for all of them", async () => {
  const { work, begun, send, letGo, hasBegun } = await aHeldTask({ steered: true });
  for (const place of [1, 2, 3]) await send(place, "many");
  await send(11, "few");
  await send(21, "third");
  await want({ fair: true });
  const one = await worker(work, "turns");
  for (let count = 1; count <= 5; count += 1) {
    await hasBegun(count);
    letGo(begun.at(-1) ?? 0);
  }
  expect(begun).toEqual([1, 11, 21, 2, 3]);
  await one.close();
});

test("without turns jobs are taken in their order", async () => {
  const { work, begun, send, letGo, hasBegun } = await aHeldTask({ steered: true });
  for (const place of [1, 2]) await send(place, "many");
  await send(11, "few");
  const one = await worker(work, "order");
  for (let count = 1; count <= 3; count += 1) {
    await hasBegun(count);
    letGo(begun.at(-1) ?? 0);
  }
  expect(begun).toEqual([1, 2, 11]);
  await one.close();
});
