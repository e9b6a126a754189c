import { randomUUID } from "node:crypto";
import { insertRow } from "@kinora/db/testing-rows.ts";
import { NO_PROVIDERS } from "@kinora/domain/analytics/providers.ts";
import { NO_SUMS } from "@kinora/domain/analytics/view-sums.ts";
import { expect, test } from "vitest";
import { aProject, type TestProject } from "../../platform/testing.ts";
import { ownedBy, sharedServices } from "../../testing/fixtures.ts";
import { deleteOldFigures } from "./delete-old-figures.ts";
import { keepViewTables } from "./keep-tables.ts";
import { ViewCounts } from "./view-counts.ts";

const services = await sharedServices();
const { db } = services;

/** Counts a view that was loaded and reported so many days ago. */
async function countView({ projectId }: TestProject, daysAgo: number): Promise<void> {
  const at = new Date(services.clock.now().getTime() - daysAgo * 86_400_000);
  const counts = new ViewCounts(services);
  counts.add({
    ...{ view: randomUUID(), report: 1, viewed: true, arrivedAt: at, loadedAt: at, player: null, playlist: null },
    day: at.toISOString().slice(0, 10),
    item: { kind: "video", id: 7, projectId },
    ...{ host: null, path: null, country: null, device: "desktop", browser: "Firefox", audience: "viewer" },
    client: "192.0.2.1\nFirefox",
    sums: { ...NO_SUMS, played: true, error: "unreachable", parts: Array.from({ length: 100 }, () => 1) },
  });
  await counts.close();
}

const TABLES = ["views", "view_sums", "view_codes", "view_sketches", "video_parts"] as const;
/** How many rows of figures a project has, by table. */
async function rowsOf({ projectId }: TestProject): Promise<number[]> {
  const counted = TABLES.map((table) =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("rows"))
      .where("project_id", "=", projectId)
      .executeTakeFirstOrThrow(),
  );
  return (await Promise.all(counted)).map(({ rows }) => Number(rows));
}

test("figures of viewers are deleted after the days that their project keeps them, and of that project only", async () => {
  await keepViewTables(services);
  const [brief, endless] = [await aProject(services), await aProject(services)];
  for (const project of [brief, endless]) {
    await countView(project, 31);
    await countView(project, 29);
  }
  const before = await rowsOf(endless);
  expect(await rowsOf(brief)).toEqual(before);
  const settings = JSON.stringify({ ...NO_PROVIDERS, kept_days: 30 });
  await insertRow(db, "project_analytics", { ...ownedBy(brief), settings });
  await deleteOldFigures(services);
  expect(await rowsOf(brief)).toEqual(before.map((rows) => rows / 2));
  expect(await rowsOf(endless)).toEqual(before);
  await deleteOldFigures(services);
  expect(await rowsOf(brief)).toEqual(before.map((rows) => rows / 2));
});
