import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import type { Services } from "../../context.ts";
import { sharedServices } from "../../testing/fixtures.ts";
import { doChores, type Chore } from "./chores.ts";

const services = await sharedServices();

/** Does chores until `meanwhile` has ended. */
async function during(chores: readonly Chore[], meanwhile: () => Promise<void>, workers = 1): Promise<void> {
  const stopping = new AbortController();
  const done = Array.from({ length: workers }, () => doChores(services, chores, stopping.signal));
  try {
    await meanwhile();
  } finally {
    stopping.abort();
    await Promise.all(done);
  }
}

test("more chores than the pool has connections run at the same time, each with queries of its own", async () => {
  const begun = new Set<string>();
  const allBegun = Promise.withResolvers<void>();
  let ended = 0;
  const chores = Array.from({ length: 25 }, (_, number) => ({
    name: `chore ${number}`,
    does: "Waits for the others.",
    everySeconds: 3_600,
    async run({ db }: Services) {
      begun.add(`chore ${number}`);
      if (begun.size === 25) allBegun.resolve();
      await allBegun.promise;
      await db.transaction().execute((tx) => sql`select 1`.execute(tx));
      ended += 1;
    },
  }));
  await during(chores, () => vi.waitFor(() => expect(ended).toBe(25)));
});

test("of several workers one does a chore at a time", async () => {
  let [running, most, runs] = [0, 0, 0];
  const chore: Chore = {
    name: "alone",
    does: "Counts who else runs.",
    everySeconds: 0.005,
    async run({ db }) {
      most = Math.max(most, (running += 1));
      await sql`select pg_sleep(0.02)`.execute(db);
      running -= 1;
      runs += 1;
    },
  };
  await during([chore], () => vi.waitFor(() => expect(runs).toBeGreaterThan(4)), 3);
  expect(most).toBe(1);
});

test("a chore that fails is done again, and so is one whose connection for the lock was lost", async () => {
  let runs = 0;
  const chore: Chore = {
    name: "fails",
    does: "Fails.",
    everySeconds: 0.005,
    async run({ db }) {
      runs += 1;
      if (runs === 1) throw new Error("not this time");
      if (runs === 2)
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'kinora-chores' and datname = current_database()`.execute(db);
    },
  };
  await during([chore], () => vi.waitFor(() => expect(runs).toBeGreaterThan(3)));
});
