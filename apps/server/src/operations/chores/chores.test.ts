import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import type { Chore } from "../../platform/jobs/chores.ts";
import { runTasks } from "../../platform/jobs/worker.ts";
import { chores as allChores } from "../../rooms.ts";
import { asSuperuser, sharedServices } from "../../testing/fixtures.ts";
import { listChores, runChore } from "./chores.ts";

const services = await sharedServices();

const asRoot = () => asSuperuser(services);

/** A recurring job that is not due again while the test runs. */
function aChore(name: string, run: () => Promise<void> | void): Chore {
  return { name, does: `Does ${name}.`, everySeconds: 3_600, run: async () => run() };
}

const soon = (claim: () => Promise<void> | void) => vi.waitFor(claim, { timeout: 10_000 });

const seen = async (name: string) => {
  const { data } = await listChores(await asRoot());
  return data.find((chore) => chore.name === name);
};

test("a recurring job is listed with its last run, its result and its next run, and a superuser runs it now", async () => {
  const root = await asRoot();
  let runs = 0;
  const worker = await runTasks(services, [], [aChore("test.counts", () => void (runs += 1))]);
  await soon(async () => expect((await seen("test.counts"))?.finished_at).toBeInstanceOf(Date));
  const first = await seen("test.counts");
  expect(first).toMatchObject({
    ...{ does: "Does test.counts.", every_seconds: 3_600, running: false, requested: false, failure: null },
    duration_ms: expect.any(Number),
  });
  expect(first?.next_at?.getTime()).toBe((first?.finished_at?.getTime() ?? 0) + 3_600_000);

  await runChore(root, "test.counts");
  await soon(() => expect(runs).toBe(2));
  await soon(async () => expect((await seen("test.counts"))?.finished_at).not.toEqual(first?.finished_at));
  expect(await seen("test.counts")).toMatchObject({ requested: false, running: false });
  const { rows } = await sql<{ action: string; object_title: string }>`
    select action, object_title from audit_log where actor->>'user_id' = ${String(root.caller.kind === "user" ? root.caller.userId : 0)}`.execute(
    services.db,
  );
  expect(rows).toEqual([{ action: "chore.requested", object_title: "test.counts" }]);
  await worker.close();
});

test("a recurring job that runs is said to run, and one that failed says why", async () => {
  const open = Promise.withResolvers<void>();
  const worker = await runTasks(
    services,
    [],
    [
      aChore("test.lasts", () => open.promise),
      aChore("test.fails", () => {
        throw new Error("The disk is gone.");
      }),
    ],
  );
  await soon(async () => expect((await seen("test.lasts"))?.running).toBe(true));
  await soon(async () =>
    expect(await seen("test.fails")).toMatchObject({ running: false, failure: "The disk is gone." }),
  );
  open.resolve();
  await soon(async () => expect(await seen("test.lasts")).toMatchObject({ running: false, failure: null }));
  await worker.close();
});

test("of several workers one answers a request, and asking twice before it begins changes nothing", async () => {
  const root = await asRoot();
  let runs = 0;
  let gate = Promise.resolve();
  const chore = aChore("test.shared", async () => {
    runs += 1;
    await gate;
  });
  // Every worker runs it when it starts, unless another one is doing so.
  const workers = [];
  for (const started of [1, 2]) {
    workers.push(await runTasks(services, [], [chore]));
    await soon(async () => expect([runs, (await seen("test.shared"))?.running]).toEqual([started, false]));
  }
  const open = Promise.withResolvers<void>();
  gate = open.promise;
  await runChore(root, "test.shared");
  await soon(() => expect(runs).toBe(3));
  await soon(async () => expect(await seen("test.shared")).toMatchObject({ requested: false, running: true }));
  for (const _ of [1, 2]) await runChore(root, "test.shared");
  expect(await seen("test.shared")).toMatchObject({ requested: true, running: true });
  open.resolve();
  await soon(async () => {
    expect(runs).toBe(4);
    expect(await seen("test.shared")).toMatchObject({ requested: false, running: false });
  });
  await Promise.all(workers.map((worker) => worker.close()));
  expect(runs).toBe(4);
});

test("what nobody does is refused, and so is a request that no worker answers", async () => {
  const root = await asRoot();
  await expect(runChore(root, "test.unknown")).rejects.toMatchObject({ code: "not_found" });
  await sql`insert into chores (name, does, every_seconds) values ('test.idle', 'Idles.', 60)`.execute(services.db);
  await expect(runChore(root, "test.idle")).rejects.toMatchObject({ code: "conflict" });
  expect(await seen("test.idle")).toMatchObject({ requested: false, started_at: null, next_at: null });
});

test("every recurring job says in a sentence what it does, under a name of its own", () => {
  for (const { does } of allChores) expect(does).toMatch(/^[A-Z].+\.$/);
  expect(new Set(allChores.map(({ name }) => name)).size).toBe(allChores.length);
});
