import { randomUUID } from "node:crypto";
import type { ArrivedReport } from "@kinora/domain/analytics/player-report.ts";
import { NO_SUMS } from "@kinora/domain/analytics/view-sums.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { aProject, type TestProject } from "../../platform/testing.ts";
import { sharedServices } from "../../testing/fixtures.ts";
import type { ReportFilter } from "../reports/filter.ts";
import type { Period } from "../reports/period.ts";
import { sumAgain } from "../sums/fill-sums.ts";
import { reportSums } from "../sums/reader.ts";
import { keepViewTables } from "./keep-tables.ts";
import { writeViews } from "./write-views.ts";

const services = await sharedServices();
const visitors = { prepare: () => Promise.resolve(), of: () => Buffer.alloc(16) };

const DAYS = ["2030-03-09", "2030-03-10", "2030-03-11"] as const;
const MIDNIGHT = Date.parse("2030-03-10T00:00:00Z");
const MINUTE_MS = 60_000;

/** What a view reports: minutes after midnight at which a report arrives, on any of two edges, and what is known of its country. */
const reports = fc.array(
  fc.record({
    minute: fc.integer({ min: -200, max: 1_640 }),
    seconds: fc.nat(600),
    country: fc.constantFrom(null, "NL"),
  }),
  { minLength: 1, maxLength: 5 },
);
const views = fc.array(
  fc.record({ item: fc.integer({ min: 1, max: 3 }), host: fc.constantFrom(null, "a.example"), reports }),
  {
    minLength: 1,
    maxLength: 12,
  },
);

type Script = ReturnType<typeof views.generate>["value"];

function reportsOf(project: TestProject, script: Script): ArrivedReport[][] {
  return script.map(({ item, host, reports: said }) => {
    const view = randomUUID();
    return said.map(({ minute, seconds, country }, at) => {
      const arrivedAt = new Date(MIDNIGHT + minute * MINUTE_MS);
      const parts = Array.from({ length: 100 }, (_, place) => Number(place < seconds / 10));
      return {
        ...{ view, report: at + 1, viewed: seconds > 100, arrivedAt, loadedAt: new Date(MIDNIGHT), day: "2030-03-10" },
        sums: {
          ...NO_SUMS,
          ...{ played: seconds > 5, watched_ms: seconds * 1_000, waits: seconds % 7, waited_ms: seconds * 3 },
          ...{
            first_frame_ms: seconds > 5 ? seconds * 10 : null,
            furthest: seconds / 600,
            parts,
            ended: seconds > 500,
          },
          ...{ ads: seconds % 3, ad_requests: seconds % 5, error: seconds % 11 === 0 ? "unreachable" : null },
        },
        ...{
          item: { kind: "video" as const, id: item, projectId: project.projectId },
          player: null,
          playlist: null,
          host,
          path: null,
          country,
        },
        ...{ device: "desktop" as const, browser: "Firefox", audience: "viewer" as const, client: null },
      };
    });
  });
}

const everything = (projectId: number): ReportFilter => ({
  ...{ projectId, video: undefined, stream: undefined, player: undefined, host: undefined },
  ...{ country: undefined, device: undefined, own: false, bots: false },
});
const period: Period = { from: "2030-03-09", to: "2030-03-11", zone: "Asia/Kolkata", granularity: "hour" };

async function answers({ projectId }: TestProject) {
  const sums = reportSums(services.db);
  const filter = everything(projectId);
  const page = { page: 1, per_page: 10 };
  return {
    hours: await sums.viewsByPoint(filter, period),
    countries: await sums.viewsByKey(filter, { ...period, granularity: "day" }, "country", page),
    items: await sums.viewsByItem(filter, period, "video", page),
    host: await sums.viewsByPoint({ ...filter, host: "a.example" }, period, "video"),
    unknown: await sums.viewsByPoint({ ...filter, country: "" }, period),
  };
}

/** Reports read the views themselves while days wait to be summed. */
const setWaiting = (isWaiting: boolean) =>
  sql`update sums_filled set next_day = ${isWaiting ? "2030-03-01" : "2030-04-01"}, last_day = '2030-03-31'
    where source = 'views'`.execute(services.db);

async function fromViews(project: TestProject) {
  await setWaiting(true);
  const found = await answers(project);
  await setWaiting(false);
  return found;
}

const keptSince = (day: string) =>
  sql`update sums_filled set next_day = ${day}::date + 1, last_day = ${day} where source = 'views'`.execute(
    services.db,
  );

const sumsOf = async ({ projectId }: TestProject) => {
  const { rows } = await sql`select * from view_sums where project_id = ${projectId}
    and (loads, plays, views, ends, watched_ms, waited_ms, waits, errors, ads, ad_requests, furthest, watched_parts)
      <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    order by step, dimension, value, at`.execute(services.db);
  return (rows as { startups: number[] | null }[]).map(({ startups, ...row }) => ({
    ...row,
    startups: startups?.some((count) => count > 0) ? startups : null,
  }));
};

test("sums, the rows of views, and what is kept of dropped ones say the same, whenever and in whatever order reports arrive", async () => {
  await fc.assert(
    fc.asyncProperty(views, fc.boolean(), async (script, isEarlier) => {
      const project = await aProject(services);
      const of = reportsOf(project, script);
      // Machines of an earlier release may count these views.
      await keptSince(isEarlier ? "2030-03-20" : "2030-03-01");
      for (let round = 0; round < 5; round += 1)
        await writeViews(
          services.db,
          visitors,
          of.flatMap((said) => said.slice(round, round + 1)),
        );
      await setWaiting(false);
      const counted = await answers(project);
      const watched = of.map((said) => Math.max(...said.map(({ sums }) => sums.watched_ms)));
      expect(counted.items.rows.reduce((sum, row) => sum + row.watched_ms, 0)).toBe(watched.reduce((a, b) => a + b));
      expect(await fromViews(project)).toEqual(counted);

      const sums = await sumsOf(project);
      await services.db.transaction().execute(async (tx) => {
        for (const day of DAYS) await sumAgain(tx, "views", project.projectId, day);
      });
      expect(await sumsOf(project)).toEqual(sums);

      await keepViewTables({ db: services.db, clock: { now: () => new Date("2030-07-01T12:00:00Z") } });
      const left = services.db.selectFrom("views").select("id").where("project_id", "=", project.projectId);
      expect(await left.execute()).toEqual([]);
      expect(await fromViews(project)).toEqual(counted);
    }),
    { numRuns: 5, endOnFailure: true },
  );
});
