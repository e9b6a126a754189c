import { DELIVERY_DIMENSIONS, VIEW_DIMENSIONS } from "@kinora/domain/analytics/reports.ts";
import { noStartups } from "@kinora/domain/analytics/startup-steps.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { aProject, type TestProject } from "../../platform/testing.ts";
import { sharedServices } from "../../testing/fixtures.ts";
import { sumStored } from "../../testing/stored-sums.ts";
import type { ReportFilter } from "../reports/filter.ts";
import type { Period } from "../reports/period.ts";
import { fillSums } from "./fill-sums.ts";
import { reportSums } from "./reader.ts";
import type { ReportSums } from "./report-sums.ts";

let project: TestProject;

const services = await sharedServices();
const sums = reportSums(services.db);

beforeAll(async () => {
  project = await aProject(services);
  for (const { projectId } of [project, await aProject(services)]) {
    await addViews(projectId);
    await addDeliveries(projectId);
    await sumStored(services.db, projectId);
  }
});

/** Six weeks around the day on which Berlin's clocks change, three hours apart, in many combinations. */
async function addViews(projectId: number): Promise<void> {
  await sql`
    insert into view_hours (hour, project_id, item_kind, item_id, player_id, host, country, device, browser, audience,
      loads, plays, views, ends, watched_ms, waited_ms, errors, ads, ad_requests, furthest, watched_parts, startups)
    select '2030-03-10 00:00Z'::timestamptz + n * interval '3 hours', ${projectId}, case n % 3 when 0 then 'stream' else 'video' end,
      n % 7, n % 4, (array['', 'a.example', 'b.example'])[1 + n % 3], (array['', 'DE', 'FR', 'NL', 'US'])[1 + n % 5],
      (array['desktop', 'phone', 'tv'])[1 + n % 3], (array['Chrome', 'Firefox'])[1 + n % 2],
      (array['viewer', 'viewer', 'viewer', 'team', 'bot'])[1 + n % 5],
      2 * n, n, n / 2, n / 3, 9007 * n::bigint, 100 * n, n % 2, n % 3, n % 4, 40 * n, 30 * n,
      case when n % 4 = 0 then null else array[n % 2, 0, n % 11] end
    from generate_series(0, 335) n`.execute(services.db);
}

async function addDeliveries(projectId: number): Promise<void> {
  await sql`
    insert into delivery_hours (hour, project_id, item_kind, item_id, kind, height, player_id, host, country, requests,
      bytes, cached)
    select '2030-03-10 00:00Z'::timestamptz + n * interval '3 hours', ${projectId}, case n % 3 when 0 then 'stream' else 'video' end,
      n % 7, (array['segment', 'part', 'download', 'poster', 'other'])[1 + n % 5], 360 * (n % 3), n % 4,
      (array['', 'a.example', 'b.example'])[1 + n % 3], (array['', 'DE', 'FR', 'NL', 'US'])[1 + n % 5], n,
      5000000000 + n, n % 6
    from generate_series(0, 335) n`.execute(services.db);
}

const march: Period = { from: "2030-03-20", to: "2030-04-02", zone: "Europe/Berlin", granularity: "day" };
const everything = (projectId: number): ReportFilter => ({
  ...{ projectId, video: undefined, stream: undefined, player: undefined, host: undefined },
  ...{ country: undefined, device: undefined, own: false, bots: false },
});
const first = { page: 1, per_page: 4 };

test("adds up a project's views of a range in its time zone", async () => {
  // From 19 March 23:00 UTC until 2 April 22:00 UTC: the rows 80 to 191, without those of the team and of automatic clients.
  const counted = Array.from({ length: 112 }, (_, at) => 80 + at).filter((n) => n % 5 < 3);
  const sum = (of: (n: number) => number) => counted.reduce((total, n) => total + of(n), 0);
  expect(await sums.views(everything(project.projectId), march)).toEqual({
    ...{ loads: sum((n) => 2 * n), plays: sum((n) => n), views: sum((n) => Math.floor(n / 2)) },
    ...{ ends: sum((n) => Math.floor(n / 3)), watched_ms: sum((n) => 9_007 * n), waited_ms: sum((n) => 100 * n) },
    ...{ errors: sum((n) => n % 2), ads: sum((n) => n % 3), ad_requests: sum((n) => n % 4) },
    ...{
      furthest: sum((n) => 40 * n),
      watched_parts: sum((n) => 30 * n),
      video_plays: sum((n) => (n % 3 === 0 ? 0 : n)),
    },
    startups: startupsOf(
      sum((n) => (n % 4 === 0 ? 0 : n % 2)),
      sum((n) => (n % 4 === 0 ? 0 : n % 11)),
    ),
  });
});

test("has every point of a range, a day of 23 hours among them", async () => {
  const points = await sums.viewsByPoint(everything(project.projectId), march);
  expect(points).toHaveLength(14);
  expect(points.map(({ at }) => at.toISOString()).slice(10, 13)).toEqual([
    "2030-03-29T23:00:00.000Z",
    "2030-03-30T23:00:00.000Z",
    "2030-03-31T22:00:00.000Z",
  ]);
  const nothing = { ...everything(project.projectId), host: "nowhere.example" };
  const empty = await sums.viewsByPoint(nothing, march);
  expect(empty).toHaveLength(14);
  expect(empty[0]).toMatchObject({ plays: 0, startups: null });
});

test("ranks, pages and names what is most", async () => {
  const filter = everything(project.projectId);
  const { rows, total } = await sums.viewsByItem(filter, march, "video", first);
  expect(total).toBe(7);
  expect(rows).toHaveLength(4);
  expect(rows.map(({ plays }) => plays)).toEqual(rows.map(({ plays }) => plays).toSorted((a, b) => b - a));
  // Of rows 80 to 191: n is every third one's livestream, its item is n % 7, and its audience is a viewer's where n % 5 < 3.
  const rowsOf = (item: number) =>
    Array.from({ length: 112 }, (_, at) => 80 + at).filter((n) => n % 3 > 0 && n % 7 === item && n % 5 < 3);
  const hourOf = (n: number) => new Date(Date.parse("2030-03-10T00:00:00Z") + n * 3 * 3_600_000);
  for (const { id, last_play: at } of rows) expect(at).toEqual(hourOf(rowsOf(id).at(-1) ?? 0));
  const last = await sums.viewsByItem(filter, march, "video", { page: 2, per_page: 4 });
  expect(new Set([...rows, ...last.rows].map(({ id }) => id)).size).toBe(7);
  const items = await sums.deliveriesByKey(filter, march, "item", first);
  expect(items.rows[0]?.key).toMatch(/^(video|stream) [0-6]$/);
  expect(items.rows[0]?.bytes).toBeGreaterThan(5_000_000_000);
});

test("ranks items as their list has them, and says within which bytes 95 of 100 hours stayed", async () => {
  const filter = everything(project.projectId);
  const { rows } = await sums.viewsByItem(filter, march, "video", { page: 1, per_page: 10 });
  const third = rows[2]?.id ?? -1;
  expect(await sums.ranksOf(filter, march, "video", [third, 9_999])).toEqual(new Map([[third, 3]]));
  // 112 hours with 5,000,000,080 to 5,000,000,191 bytes: the 95th of 100 lies at 80 + 0.95 × 111.
  const busiest = await sums.busiestHours(filter, march);
  expect(busiest.most).toBe(5_000_000_191);
  expect(busiest.p95).toBeCloseTo(5_000_000_185.45, 3);
  expect(await sums.busiestHours({ ...filter, host: "nowhere.example" }, march)).toEqual({ most: 0, p95: 0 });
});

test("knows when a project's counting began, and of a project without any that it did not", async () => {
  const empty = await aProject(services);
  expect(await sums.firstHour(project.projectId, "views")).toEqual(new Date("2030-03-10T00:00:00Z"));
  expect(await sums.firstHour(empty.projectId, "deliveries")).toBeNull();
  expect((await sums.views(everything(empty.projectId), march)).plays).toBe(0);
});
/** First frames in the first and in the third step. */
const startupsOf = (first: number, third: number) => noStartups().with(0, first).with(2, third);

/** Every question, with its answer as plain values. */
async function answers(sums: ReportSums, filter: ReportFilter, period: Period) {
  const ids = [0, 1, 2, 3, 4, 5, 6];
  const views = async (by: (typeof VIEW_DIMENSIONS)[number]) => (await sums.viewsByKey(filter, period, by, first)).rows;
  const deliveries = async (by: (typeof DELIVERY_DIMENSIONS)[number]) =>
    sums.deliveriesByKey(filter, period, by, first);
  return {
    totals: [await sums.views(filter, period), await sums.views(filter, period, "video")],
    points: await sums.viewsByPoint(filter, period, "stream"),
    keys: await Promise.all(VIEW_DIMENSIONS.map(views)),
    items: await sums.viewsByItem(filter, period, "video", { page: 2, per_page: 3 }),
    sent: await sums.deliveries(filter, period),
    sentPoints: await sums.deliveriesByPoint(filter, period),
    sentKeys: await Promise.all(DELIVERY_DIMENSIONS.map(deliveries)),
    busiest: await sums.busiestHours(filter, period),
    ranks: [...(await sums.ranksOf(filter, period, "video", ids))].toSorted(([a], [b]) => a - b),
    bytes: [...(await sums.itemBytes(filter, period, "video", ids))].toSorted(([a], [b]) => a - b),
  };
}

const questions = () => {
  const maybe = <Value>(...values: Value[]) => fc.constantFrom(undefined, ...values);
  const filters = fc.record({
    projectId: fc.constant(project.projectId),
    video: maybe(1, 2),
    stream: maybe<number>(),
    player: maybe(0, 3),
    host: maybe("", "a.example"),
    country: maybe("DE"),
    device: maybe("phone"),
    own: fc.boolean(),
    bots: fc.boolean(),
  });
  const periods = fc.record({
    from: fc.constantFrom("2030-03-01", "2030-03-30", "2030-03-31"),
    to: fc.constantFrom("2030-03-31", "2030-04-30"),
    zone: fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kolkata", "Pacific/Auckland", "America/St_Johns"),
    granularity: fc.constantFrom("hour" as const, "day" as const, "month" as const),
  });
  return { filters, periods };
};

/** What sums by one dimension answer is what the rows by all dimensions together amount to. */
test(
  "every question has the same answer while days are still to be summed, and half of them are",
  { tags: "@slow" },
  async () => {
    const { filters, periods } = questions();
    const asked = fc.sample(fc.tuple(filters, periods), 5);
    const all = () => Promise.all(asked.map(([filter, period]) => answers(sums, filter, period)));
    const filled = await all();
    const waiting = { ...services, clock: { now: () => new Date("2030-03-26T12:00:00Z") } };
    await sql`update sums_filled set next_day = '2030-03-10', last_day = '2030-04-21'`.execute(services.db);
    await sql`delete from view_sums`.execute(services.db);
    await sql`delete from delivery_sums`.execute(services.db);
    expect(await all()).toEqual(filled);
    await fillSums(waiting);
    const { rows } = await sql<{ day: string }>`select distinct next_day::text as day from sums_filled`.execute(
      services.db,
    );
    expect(rows).toEqual([{ day: "2030-03-26" }]);
    expect(await all()).toEqual(filled);
    const after = { ...services, clock: { now: () => new Date("2030-05-01T12:00:00Z") } };
    await fillSums(after);
    await fillSums(after);
    expect(await all()).toEqual(filled);
    const left = sql<{ days: number }>`select count(*)::int as days from sums_filled where next_day <= last_day`;
    expect((await left.execute(services.db)).rows).toEqual([{ days: 0 }]);
  },
);
