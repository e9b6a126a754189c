import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createServices } from "./composition.ts";
import { listeners } from "./rooms.ts";
import { sharedServices } from "./testing/fixtures.ts";

const services = await sharedServices();

const jobsOf = async (queue: string) => {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from pgboss.job where name = ${queue}`.execute(services.db);
  return rows[0]?.jobs ?? 0;
};

test.each(["edge", "live", "login"] as const)(
  "an event that the %s role emits reaches the listeners of every room, which it loads then",
  async (role) => {
    const own = await createServices(services.config, role);
    afterAll(() => own.close());
    const [listener] = listeners;
    if (!listener) throw new Error("No room listens to anything.");
    const before = await jobsOf(listener.task.name);
    const event = { type: listener.event, accountId: null, projectId: null, payload: {}, actor: { kind: "system" } };
    await own.db.transaction().execute((tx) => own.emit(tx, event));
    expect(await jobsOf(listener.task.name)).toBe(before + 1);
  },
);
