import { createHash } from "node:crypto";
import { selectRow } from "@kinora/db/testing-rows.ts";
import type { PlayerReport } from "@kinora/domain/analytics/player-report.ts";
import { NO_SUMS } from "@kinora/domain/analytics/view-sums.ts";
import { countVisitors } from "@kinora/domain/analytics/visitor-sketch.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { sharedProject } from "../testing/fixtures.ts";
import { operations, serveForTests } from "../testing/operations.ts";
import { anEdge, aVideo, type TestVideo } from "./testing.ts";
import { signStamp } from "./view-stamp.ts";

const VIEWERS = 240;
const AT_ONCE = 40;
const BROWSERS = 60;
const HOSTS = ["news.example.org", "blog.example.org", null];

const { services, project } = await sharedProject();
const today = () => services.clock.now().toISOString().slice(0, 10);
const firstDay = today();
const videos: TestVideo[] = [await aVideo(services, project), await aVideo(services, project)];

/** Numbers that look random, and are the same in every run. */
const dice = (seed: string, sides: number) => createHash("sha256").update(seed).digest().readUInt32BE() % sides;

interface Script {
  video: TestVideo;
  agent: string;
  /** In the order of their numbers. */
  reports: PlayerReport[];
}

/** What one viewer does: half a minute at most, with waits, ads and errors now and then. */
function scriptOf(viewer: number): Script {
  const roll = (what: string, sides: number) => dice(`${viewer} ${what}`, sides);
  const host = HOSTS[roll("host", HOSTS.length)] ?? null;
  const video = videos[roll("video", videos.length)];
  if (!video) throw new Error("There is no such video.");
  const madeAt = new Date(services.clock.now().getTime() - 600_000);
  const stamp = signStamp(services.secrets.playbackKey, video, madeAt);
  const page = host && `https://${host}/`;
  const begun = { ...{ number: 0, stamp, age_ms: 1_000, page, player: null, limited: false }, ...NO_SUMS };
  const reports: PlayerReport[] = [{ ...begun, report: 1 }];
  const steps = roll("steps", 6);
  for (let step = 1; step <= steps; step += 1) {
    const last = reports.at(-1) ?? { ...begun, report: 1 };
    const watched = last.watched_ms + 1_000 + roll(`watched ${step}`, 9_000);
    const parts = (last.parts ?? Array.from({ length: 100 }, () => 0)).map((count, at) =>
      roll(`part ${step} ${at}`, 4) === 0 ? count + 1 : count,
    );
    reports.push({
      ...last,
      ...{ report: step + 1, played: true, first_frame_ms: 100 + roll("start", 3_000), watched_ms: watched, parts },
      waits: last.waits + roll(`waits ${step}`, 2),
      waited_ms: last.waited_ms + roll(`waited ${step}`, 700),
      furthest: Math.min(1, (last.furthest ?? 0) + roll(`furthest ${step}`, 30) / 100),
      heights: { 720: watched },
      ended: step === 5,
      error: last.error ?? (roll(`error ${step}`, 12) === 0 ? "unreachable" : null),
      ads: last.ads + roll(`ads ${step}`, 2),
      ad_requests: last.ad_requests + 1,
    });
  }
  return { video, agent: `Mozilla/5.0 (X11; Linux x86_64) Firefox/${100 + (viewer % BROWSERS)}.0`, reports };
}

/** Reports as networks deliver them: some lost, some twice, some late; the last one always arrives, and sometimes before others. */
function deliveries({ reports }: Script, viewer: number): PlayerReport[] {
  const arriving = reports.flatMap((report, at) => {
    const fate = dice(`${viewer} fate ${at}`, 4);
    if (fate === 0 && at < reports.length - 1) return [];
    return fate === 1 ? [report, report] : [report];
  });
  return dice(`${viewer} order`, 3) === 0 ? arriving.toReversed() : arriving;
}

async function eachAtOnce<T>(things: readonly T[], act: (thing: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < things.length; at += AT_ONCE) await Promise.all(things.slice(at, at + AT_ONCE).map(act));
}

test("the sums of many viewers on two edges, with lost, late and repeated reports, are exactly what they did", async () => {
  const scripts = Array.from({ length: VIEWERS }, (_, viewer) => scriptOf(viewer));
  const requests = scripts.flatMap((script, viewer) =>
    deliveries(script, viewer).map((report, at) => ({ ...script, report, edge: dice(`${viewer} ${at} edge`, 2) })),
  );
  const send = (edges: { url: string }[]) => async (request: (typeof requests)[number]) => {
    const answer = await fetch(`${edges[request.edge]?.url}/embed/${request.video.hash}/view`, {
      method: "POST",
      headers: { "user-agent": request.agent },
      body: JSON.stringify(request.report),
    });
    expect(answer.status).toBe(204);
  };
  // Both edges stop in between, and others go on in their place.
  const half = Math.floor(requests.length / 2);
  for (const some of [requests.slice(0, half), requests.slice(half)]) {
    const edges = [await anEdge(services), await anEdge(services)];
    await eachAtOnce(some, send(edges));
    await Promise.all(edges.map(({ app }) => app.close()));
  }

  const lasts = scripts.map(({ reports }) => reports.at(-1)).filter((report) => report !== undefined);
  const sum = (of: (report: PlayerReport) => number) => lasts.reduce((total, report) => total + of(report), 0);
  const { rows } = await sql<Record<string, number>>`
    select sum(loads)::int as loads, sum(plays)::int as plays, sum(views)::int as views, sum(ends)::int as ends,
      sum(watched_ms)::int as watched_ms, sum(waited_ms)::int as waited_ms, sum(waits)::int as waits,
      sum(errors)::int as errors, sum(ads)::int as ads, sum(ad_requests)::int as ad_requests,
      sum(furthest)::int as furthest, sum(watched_parts)::int as watched_parts
    from view_sums
    where project_id = ${project.projectId} and step = 'day' and dimension = 'browser' and value = 'Firefox' and audience = 'viewer'`.execute(
    services.db,
  );
  expect(rows[0]).toEqual({
    loads: VIEWERS,
    plays: sum(({ played }) => Number(played)),
    // The videos last eight seconds.
    views: sum(({ watched_ms: ms }) => Number(ms >= 4_000)),
    ends: sum(({ ended }) => Number(ended)),
    watched_ms: sum(({ watched_ms: ms }) => ms),
    waited_ms: sum(({ waited_ms: ms }) => ms),
    waits: sum(({ waits }) => waits),
    errors: sum(({ error }) => Number(error !== null)),
    ads: sum(({ ads }) => ads),
    ad_requests: sum(({ ad_requests: asked }) => asked),
    furthest: sum(({ furthest }) => Math.round((furthest ?? 0) * 100)),
    watched_parts: sum(partsWatched),
  });
  const hosts = await services.db
    .selectFrom("view_sums")
    .select(["value as host", ({ fn }) => fn.sum<string>("watched_ms").as("watched_ms")])
    .where("project_id", "=", project.projectId)
    .where("step", "=", "hour")
    .where("dimension", "=", "host")
    .groupBy("value")
    .execute();
  for (const { host, watched_ms: watched } of hosts) {
    const ofHost = lasts.filter(({ page }) => (page === null ? "" : new URL(page).host) === host);
    expect(Number(watched), host).toBe(ofHost.reduce((total, { watched_ms: ms }) => total + ms, 0));
  }
  await expectParts(scripts);
  await expectReports(scripts);
  const { sketch } = await selectRow(
    services,
    "view_sketches",
    { project_id: project.projectId, dimension: "" },
    "sketch",
  );
  const players = new Set(scripts.flatMap(({ reports, agent }) => (reports.length > 1 ? [agent] : [])));
  expect(Math.abs(countVisitors(sketch) - players.size)).toBeLessThanOrEqual(2);
});

interface Figures {
  loads: number;
  plays: number;
  views: number;
  watched_seconds: number;
}

interface ReportAnswer {
  data: { totals: Figures; series: Figures[]; rows: (Figures & { id: string | number })[] };
}

const partsWatched = ({ parts }: PlayerReport): number => (parts ?? []).filter((count) => count > 0).length;

/** What scripts amount to, as reports have it. */
function figuresOf(scripts: readonly Script[]) {
  const lasts = scripts.map(({ reports }) => reports.at(-1)).filter((report) => report !== undefined);
  const sum = (of: (report: PlayerReport) => number) => lasts.reduce((total, report) => total + of(report), 0);
  const [loads, plays] = [lasts.length, sum(({ played }) => Number(played))];
  const [watched, waited] = [sum(({ watched_ms: ms }) => ms), sum(({ waited_ms: ms }) => ms)];
  const [errors, ads] = [sum(({ error }) => Number(error !== null)), sum(({ ads: shown }) => shown)];
  return {
    ...{ loads, plays, play_rate: plays / loads, errors, error_rate: errors / loads, ads },
    views: sum(({ watched_ms: ms }) => Number(ms >= 4_000)),
    watched_seconds: watched / 1_000,
    average_watched: sum(partsWatched) / 100 / plays,
    average_furthest: sum(({ furthest }) => Math.round((furthest ?? 0) * 100)) / 100 / plays,
    completed: sum(({ ended }) => Number(ended)) / plays,
    rebuffering: waited / (watched + waited),
    ad_fill: ads / sum(({ ad_requests: asked }) => asked),
  };
}

/** The tabs on players and videos say of the whole, of each domain and of each video what the scripts did. */
async function expectReports(scripts: readonly Script[]): Promise<void> {
  const api = await serveForTests(services);
  const read = async (name: string, by: string) => {
    const found = operations.find((each) => each.name === `analytics.${name}`);
    if (!found) throw new Error(`There is no operation ${name}.`);
    const query = `from=${firstDay}&to=${today()}&granularity=hour${by}`;
    const answer = await api.call(found.operation, { path: { project_id: project.projectId }, query }, project.owner);
    return (answer.json() as unknown as ReportAnswer).data;
  };
  const players = await read("getPlayersReport", "&by=host");
  const videoReport = await read("getTopVideosReport", "");
  await api.close();
  for (const { totals, series } of [players, videoReport]) {
    expectFigures(totals, scripts);
    for (const name of ["loads", "plays", "views", "watched_seconds"] as const)
      expect(
        series.reduce((total, point) => total + point[name], 0),
        name,
      ).toBeCloseTo(figuresOf(scripts)[name], 6);
  }
  const hostOf = ({ reports }: Script) => (reports[0]?.page ? new URL(reports[0].page).host : "");
  for (const row of players.rows)
    expectFigures(
      row,
      scripts.filter((script) => hostOf(script) === row.id),
    );
  for (const row of videoReport.rows)
    expectFigures(
      row,
      scripts.filter(({ video }) => video.id === row.id),
    );
  expect([players.rows.length, videoReport.rows.length]).toEqual([HOSTS.length, videos.length]);
}

function expectFigures(found: Figures, scripts: readonly Script[]): void {
  for (const [name, value] of Object.entries(figuresOf(scripts)))
    expect(Reflect.get(found, name), name).toBeCloseTo(value, 9);
}

async function expectParts(scripts: readonly Script[]): Promise<void> {
  for (const video of videos) {
    const { parts } = await selectRow(services, "video_parts", { video_id: video.id }, "parts");
    const watched = scripts.filter((script) => script.video === video).map(({ reports }) => reports.at(-1)?.parts);
    const expected = Array.from({ length: 100 }, (_, at) =>
      watched.reduce((total, counts) => total + (counts?.[at] ?? 0), 0),
    );
    expect(parts).toEqual(expected);
  }
}
