import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { aProject, as, type TestProject } from "../../platform/testing.ts";
import { sharedServices, grantOf } from "../../testing/fixtures.ts";
import { aLibraryVideo } from "../../testing/library-videos.ts";
import { readLadderAdvice } from "./ladder-advice.ts";

const HOUR_MS = 3_600_000;

const services = await sharedServices();

/** A view of a video so many days ago, by the hours its heights were shown. */
async function watch(
  { projectId }: TestProject,
  video: number,
  hours: Record<string, number>,
  { daysAgo = 1, audience = "viewer" as "viewer" | "team" } = {},
) {
  const loadedAt = new Date(services.clock.now().getTime() - daysAgo * 24 * HOUR_MS);
  const heights = Object.fromEntries(Object.entries(hours).map(([height, each]) => [height, each * HOUR_MS]));
  await sql`
    insert into views (day, id, project_id, item_kind, item_id, device, browser, audience, report, loaded_at, reported_at, heights)
    values (${loadedAt.toISOString().slice(0, 10)}::date, ${randomUUID()}, ${projectId}, 'video', ${video}, 'desktop', 'Chrome',
      ${audience}, 1, ${loadedAt}, ${loadedAt}, ${JSON.stringify(heights)}::jsonb)`.execute(services.db);
}

test("renditions have their part of what is stored and watched, of viewers of the last 30 days", async () => {
  const [project, other] = [await aProject(services), await aProject(services)];
  const has = ["360p", "720p", "1440p"];
  const video = await aLibraryVideo(services, {}, project, { title: "Harbour", has });
  const second = await aLibraryVideo(services, {}, project, { title: "Tides", has: ["360p"] });
  const trashed = await aLibraryVideo(services, {}, project, { title: "Old", has, deleted_at: new Date() });
  await services.db
    .updateTable("renditions")
    .set({ width: sql<number>`height * 16 / 9`, size_bytes: sql<number>`height` })
    .where("video_id", "in", [video, second, trashed])
    .execute();
  await watch(project, video, { 360: 2, 720: 40 });
  await watch(project, video, { 720: 6, 1440: 0.5, 4320: 9 });
  await watch(project, second, { 360: 1.5 }, { daysAgo: 29 });
  await watch(project, video, { 1440: 70 }, { daysAgo: 31 });
  await watch(project, video, { 1440: 70 }, { audience: "team" });
  await watch(other, video, { 1440: 70 });
  expect(await readLadderAdvice(as(services, project.owner), grantOf(project))).toEqual([
    expect.objectContaining({
      label: "360p",
      videos: 2,
      bytes: 720,
      watched_seconds: 12_600,
      plays: 2,
      advice: "lowest",
    }),
    expect.objectContaining({
      label: "720p",
      videos: 1,
      bytes: 720,
      watched_seconds: 165_600,
      plays: 2,
      advice: "keep",
    }),
    expect.objectContaining({
      ...{ label: "1440p", videos: 1, bytes: 1_440, watched_seconds: 1_800, plays: 1 },
      ...{ stored_share: 0.5, watched_share: 0.01, instead: "720p", advice: "drop" },
    }),
  ]);
  expect(await readLadderAdvice(as(services, other.owner), grantOf(other))).toEqual([]);
});
