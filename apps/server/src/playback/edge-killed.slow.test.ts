import type { PlayerReport } from "@kinora/domain/analytics/player-report.ts";
import { NO_SUMS } from "@kinora/domain/analytics/view-sums.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startEdgeProcess } from "../testing/edge-process.ts";
import { sharedProject } from "../testing/fixtures.ts";
import { aVideo } from "./testing.ts";
import { numberedView, signStamp } from "./view-stamp.ts";

const VIEWERS = 40;
/** The edges of this test write every second; the rest is what a busy machine needs. */
const WRITTEN = { timeout: 60_000, interval: 100 };

const { services, project } = await sharedProject();
const video = await aVideo(services, project);

/** A viewer's report of so many seconds; none is 0 before the first frame. */
const reportOf = (stamp: string, seconds: number): PlayerReport => ({
  ...NO_SUMS,
  ...{
    number: 0,
    stamp,
    report: 1 + seconds,
    age_ms: 1_000,
    page: "https://news.example.org/",
    player: null,
    limited: false,
  },
  ...(seconds > 0
    ? { played: true, first_frame_ms: 500, watched_ms: seconds * 1_000, heights: { 720: seconds * 1_000 } }
    : {}),
});

async function counted() {
  const { rows } = await sql<{ loads: number; plays: number; watched_ms: number }>`
    select coalesce(sum(loads), 0)::int as loads, coalesce(sum(plays), 0)::int as plays,
      coalesce(sum(watched_ms), 0)::int as watched_ms
    from view_sums where project_id = ${project.projectId} and step = 'hour' and dimension = ''`.execute(services.db);
  return rows[0];
}

async function watchedOf(ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ watched: number }>`
    select sum(watched_ms)::int as watched from views where id = any(${ids}::uuid[])`.execute(services.db);
  return rows[0]?.watched ?? 0;
}

test("an edge that is killed loses what arrived since its last write, and views that play on make it good", async () => {
  const madeAt = new Date(services.clock.now().getTime() - 600_000);
  const stamp = () => signStamp(services.secrets.playbackKey, video, madeAt);
  const stamps = new Map<string, string>();
  for (const page of Array.from({ length: VIEWERS }, stamp))
    stamps.set(numberedView({ random: page.split(".")[2] ?? "" }, 0), page);
  const views = [...stamps.keys()];
  const send = (url: string, those: readonly string[], seconds: number) =>
    Promise.all(
      those.map(async (view) => {
        const body = JSON.stringify(reportOf(stamps.get(view) ?? "", seconds));
        const answer = await fetch(`${url}/embed/${video.hash}/view`, { method: "POST", body });
        expect(answer.status).toBe(204);
      }),
    );
  const first = await startEdgeProcess(services);
  await send(first.url, views, 5);
  await expect.poll(counted, WRITTEN).toEqual({ loads: VIEWERS, plays: VIEWERS, watched_ms: VIEWERS * 5_000 });
  await send(first.url, views, 12);
  await first.kill();

  const second = await startEdgeProcess(services);
  const half = VIEWERS / 2;
  const [goOn, gone] = [views.slice(0, half), views.slice(half)];
  // What was written stays. What was not arrived since the last write, and is lost with the tabs that were closed then.
  const kept = await watchedOf(gone);
  expect(kept).toBeGreaterThanOrEqual(gone.length * 5_000);
  expect(kept).toBeLessThanOrEqual(gone.length * 12_000);
  // A network that repeats a request, and a report of before the kill that arrives after it.
  await send(second.url, goOn, 20);
  await send(second.url, goOn, 20);
  await send(second.url, goOn, 12);
  const expected = goOn.length * 20_000 + kept;
  await expect.poll(counted, WRITTEN).toEqual({ loads: VIEWERS, plays: VIEWERS, watched_ms: expected });
  await second.kill();
});
