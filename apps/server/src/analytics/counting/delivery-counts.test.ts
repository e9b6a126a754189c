import { selectRows } from "@kinora/db/testing-rows.ts";
import { beforeEach, expect, test } from "vitest";
import { aProject, type TestProject } from "../../platform/testing.ts";
import { sharedServices } from "../../testing/fixtures.ts";
import { DeliveryCounts } from "./delivery-counts.ts";
import { losingAnswers } from "./testing.ts";

let project: TestProject;

const services = await sharedServices();
beforeEach(async () => {
  project = await aProject(services);
});

const delivered = () => ({
  item: { kind: "video" as const, id: 1, projectId: project.projectId },
  ...{ kind: "segment", height: 720, player: "", host: "", country: "NL" },
});

const sums = () => selectRows(services, "delivery_hours", { project_id: project.projectId }, "requests", "bytes");

test("two edges add up, and what was counted while the database was away comes later, once", async () => {
  const other = new DeliveryCounts(services);
  const counts = new DeliveryCounts({ ...services, db: losingAnswers(services.db, [true, false]) });
  counts.add(delivered(), 1_000);
  counts.add(delivered(), 500);
  other.add(delivered(), 10);
  await Promise.all([counts.flush(), other.flush()]);
  counts.add(delivered(), 7);
  await counts.flush();
  expect(await sums()).toEqual([{ requests: 3, bytes: 1_510 }]);
  await Promise.all([counts.close(), other.close()]);
  expect(await sums()).toEqual([{ requests: 4, bytes: 1_517 }]);
});

test("what could not be written when the edge stops is written before it has stopped", async () => {
  const counts = new DeliveryCounts({ ...services, db: losingAnswers(services.db, [true, false]) });
  counts.add(delivered(), 1_000);
  await counts.close();
  expect(await sums()).toEqual([{ requests: 1, bytes: 1_000 }]);
});

test("bytes that PostgreSQL refuses hold back no others", async () => {
  const counts = new DeliveryCounts(services);
  counts.add(delivered(), 1_000);
  counts.add({ ...delivered(), height: 2 ** 40 }, 5);
  counts.add({ ...delivered(), country: "DE" }, 10);
  await counts.flush();
  expect((await sums()).map(({ bytes }) => bytes).toSorted((a, b) => a - b)).toEqual([10, 1_000]);
  counts.add(delivered(), 7);
  await counts.close();
  expect((await sums()).map(({ bytes }) => bytes).toSorted((a, b) => a - b)).toEqual([10, 1_007]);
});

test("while the database is away, equal deliveries are held as one, and all of them are written later", async () => {
  const away = Array.from({ length: 40 }, () => false);
  const counts = new DeliveryCounts({ ...services, db: losingAnswers(services.db, away) });
  for (let write = 0; write < 40; write += 1) {
    counts.add(delivered(), 10);
    await counts.flush();
    expect(counts.held).toBeLessThanOrEqual(2);
  }
  await counts.flush();
  expect(counts.held).toBe(0);
  expect(await sums()).toEqual([{ requests: 40, bytes: 400 }]);
  await counts.close();
});
