import { selectRows } from "@kinora/db/testing-rows.ts";
import { runCommand } from "@kinora/server/cli/testing.ts";
import { aProject, type TestProject } from "@kinora/server/platform/testing.ts";
import { sharedServices, addStream } from "@kinora/server/testing/fixtures.ts";
import { aLibraryVideo } from "@kinora/server/testing/library-videos.ts";
import { operations, serveForTests } from "@kinora/server/testing/operations.ts";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { seedAnalytics } from "./seed-analytics.ts";

const DAYS = 12;
const DAY_MS = 86_400_000;

const services = await sharedServices();
const api = await serveForTests(services);
afterAll(() => api.close());

/** A project with three videos and a livestream. */
async function aStage(): Promise<TestProject> {
  const project = await aProject(services);
  for (const title of ["Harbour", "Tides", "Mole"]) {
    const has = ["360p", "720p", "1080p"];
    const id = await aLibraryVideo(services, {}, project, { title, duration_seconds: 60, has });
    await services.db
      .updateTable("renditions")
      .set({ size_bytes: sql<number>`height * 10000` })
      .where("video_id", "=", id)
      .execute();
  }
  await addStream(services, project);
  return project;
}

async function seed(
  project: TestProject,
  ...args: string[]
): Promise<{ views: number; sessions: number; bytes: number }> {
  const { lines } = await runCommand(
    seedAnalytics,
    services,
    "--project",
    String(project.projectId),
    "--days",
    String(DAYS),
    ...args,
  );
  return JSON.parse(lines.join("\n")) as { views: number; sessions: number; bytes: number };
}

interface Report {
  data: {
    totals: Record<string, number>;
    series: Record<string, number>[];
    rows: Record<string, number>[];
  };
}

async function read(project: TestProject, name: string, query: Record<string, string> = {}) {
  const found = operations.find((each) => each.name === `analytics.${name}`);
  if (!found) throw new Error(`There is no operation ${name}.`);
  const now = services.clock.now().getTime();
  const [from, to] = [now - 40 * DAY_MS, now + DAY_MS].map((ms) => new Date(ms).toISOString().slice(0, 10));
  const answer = await api.call(
    found.operation,
    {
      path: { project_id: project.projectId },
      query: new URLSearchParams({ from: from ?? "", to: to ?? "", ...query }).toString(),
    },
    project.owner,
  );
  expect(answer.statusCode, answer.body).toBe(200);
  return (answer.json() as unknown as Report).data;
}

const sum = (rows: readonly Record<string, number>[], name: string) =>
  rows.reduce((total, row) => total + (row[name] ?? 0), 0);

test("the reports over a seeded project add up", async () => {
  const project = await aStage();
  const counted = await seed(project);
  expect(counted.views).toBeGreaterThan(100);
  const all = { own: "true", bots: "true" };
  const players = await read(project, "getPlayersReport", all);
  const videos = await read(project, "getTopVideosReport", all);
  const streams = await read(project, "getTopLivestreamsReport", all);
  expect(players.totals["loads"]).toBe(counted.views);
  for (const figure of ["loads", "plays", "views", "watched_seconds"]) {
    const total = players.totals[figure] ?? 0;
    expect(total).toBeGreaterThan(0);
    expect(sum(players.series, figure)).toBeCloseTo(total, 3);
    expect(sum(videos.rows, figure) + sum(streams.rows, figure)).toBeCloseTo(total, 3);
    for (const by of ["player", "host", "country", "device", "browser"])
      expect(sum((await read(project, "getPlayersReport", { ...all, by })).rows, figure)).toBeCloseTo(total, 3);
  }
  expect(players.totals["plays"]).toBeLessThan(players.totals["loads"] ?? 0);
  expect(players.totals["views"]).toBeLessThanOrEqual(players.totals["plays"] ?? 0);
  expect(players.totals["unique"]).toBeLessThanOrEqual(players.totals["plays"] ?? 0);
  expect(videos.rows).toHaveLength(3);

  const bandwidth = await read(project, "getBandwidthReport");
  expect(bandwidth.totals["bytes"]).toBe(counted.bytes);
  for (const by of ["item", "kind", "height", "host", "country"])
    expect(sum((await read(project, "getBandwidthReport", { by })).rows, "bytes")).toBe(counted.bytes);
  expect(sum(videos.rows, "bytes") + sum(streams.rows, "bytes")).toBe(counted.bytes);

  expect(streams.rows).toMatchObject([{ sessions: counted.sessions }]);
  expect(streams.rows[0]?.["peak"]).toBeGreaterThan(1);
  const transcode = await read(project, "getTranscodeReport");
  expect(transcode.totals["jobs"]).toBeGreaterThan(5);
  expect(sum(transcode.series, "jobs")).toBe(transcode.totals["jobs"]);
});

test("figures of viewers are replaced only when asked, and one seed makes one set of figures", async () => {
  const project = await aStage();
  const few = ["--days", "2"];
  const first = await seed(project, ...few);
  await expect(seed(project, ...few)).rejects.toThrow("has figures of its viewers");
  const before = await read(project, "getTopVideosReport");
  expect(await seed(project, ...few, "--replace")).toEqual(first);
  expect(await read(project, "getTopVideosReport")).toEqual(before);
  expect((await seed(project, ...few, "--replace", "--seed", "2")).bytes).not.toBe(first.bytes);
  const sessions = await selectRows(services, "stream_sessions", { project_id: project.projectId }, "id");
  expect(sessions.length).toBeLessThan(4);
});

test("a project that there isn't, one without a video, and days beyond 90 are refused", async () => {
  const project = await aProject(services);
  await expect(seed(project)).rejects.toThrow("no video that can be watched");
  await expect(seed(project, "--days", "91")).rejects.toThrow("--days takes a number from 1 to 90.");
  await expect(seed({ ...project, projectId: 999_999_999 })).rejects.toThrow("There's no project");
});
