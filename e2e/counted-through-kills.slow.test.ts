import { insertRow } from "@kinora/db/testing-rows.ts";
import type { PlayerReport } from "@kinora/domain/analytics/player-report.ts";
import { NO_SUMS } from "@kinora/domain/analytics/view-sums.ts";
import { newHash } from "@kinora/server/platform/secrets/hash.ts";
import { sql } from "kysely";
import { patient } from "./patience.ts";
import { expect, test } from "./product.ts";
import { sharedProduct, sharedProject } from "./shared.ts";

const KILLS = 3;
const VIEWERS = 20;
/** Reports of each viewer before and after each kill. */
const ROUNDS = 10;

const kinora = sharedProduct();
const project = sharedProject();

/** A published video that no rendition is needed of: players still report. */
async function addVideo(): Promise<{ id: number; hash: string }> {
  const hash = newHash();
  const { id } = await insertRow(project, "videos", {
    ...{ project_id: project.projectId, account_id: project.accountId, hash, title: "Counted" },
    ...{ status: "complete", published: true, playable: true, version: 1, duration_seconds: 60 },
  });
  await insertRow(project, "transcodes", {
    ...{ project_id: project.projectId, account_id: project.accountId, video_id: id, version: 1 },
    ...{ plan: JSON.stringify({ targetDurationSeconds: 5 }), state: "complete" },
  });
  return { id, hash };
}

/** The stamp of a page that the edge makes, with which its player reports. */
async function stampOf(hash: string): Promise<string> {
  const page = await (await fetch(`${kinora.urls.edge}/embed/${hash}`)).text();
  const [, stamp] = /&quot;stamp&quot;:&quot;([^&]+)&quot;/.exec(page) ?? [];
  if (stamp === undefined) throw new Error(`The page has no stamp: ${page.slice(0, 500)}`);
  return stamp;
}

test(`no acknowledged report of a view is lost when the API is killed ${KILLS} times while they arrive`, async () => {
  const { id, hash } = await addVideo();
  // Each viewer has a page of their own.
  const stamps = await Promise.all(Array.from({ length: VIEWERS }, () => stampOf(hash)));
  const acknowledged = new Map<string, number>();
  const send = (report: number) =>
    Promise.all(
      stamps.map(async (stamp) => {
        // Nobody watches longer than the page is open: a millisecond for each report is always possible.
        const body: PlayerReport = {
          ...NO_SUMS,
          ...{ number: 0, stamp, report, age_ms: 1_000, page: null, player: null, limited: false },
          ...{ played: true, first_frame_ms: 1, watched_ms: report },
        };
        const answer = await fetch(`${kinora.urls.edge}/embed/${hash}/view`, {
          method: "POST",
          headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
          body: JSON.stringify(body),
        });
        expect(answer.status).toBe(204);
        acknowledged.set(stamp, report);
      }),
    );
  let report = 1;
  for (let kill = 0; kill < KILLS; kill += 1) {
    for (const end = report + ROUNDS; report < end; report += 1) await send(report);
    const killed = kinora.kill("api", "SIGKILL");
    for (const end = report + ROUNDS; report < end; report += 1) await send(report);
    await kinora.untilReady("api", killed);
  }
  expect(acknowledged.size).toBe(VIEWERS);
  const expected = [...acknowledged.values()].reduce((sum, ms) => sum + ms, 0);
  const counted = async () => {
    const { rows } = await sql<{ loads: number; plays: number; watched_ms: number }>`
      select coalesce(sum(loads), 0)::int as loads, coalesce(sum(plays), 0)::int as plays,
        coalesce(sum(watched_ms), 0)::int as watched_ms
      from view_sums where step = 'hour' and dimension = 'item' and value = ${String(id)} and item_kind = 'video'`.execute(
      project.db,
    );
    return rows[0];
  };
  await expect
    .poll(counted, { timeout: patient(60_000) })
    .toEqual({ loads: VIEWERS, plays: VIEWERS, watched_ms: expected });
  // The API that came back answers the report with the same sums.
  const day = new Date().toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const { status, body } = await project.call(
    "GET",
    `/projects/${project.projectId}/analytics/top-videos?from=${yesterday}&to=${day}`,
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({
    data: { totals: { loads: VIEWERS, plays: VIEWERS, watched_seconds: expected / 1_000 } },
  });
});
