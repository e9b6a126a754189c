import { connect } from "@kinora/db/connect.ts";
import { updateRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { afterAll, afterEach, expect, onTestFinished, test, vi } from "vitest";
import { sharedProject } from "../testing/fixtures.ts";
import { PLAYBACK_CHANGED } from "./playback-rules.ts";
import { anEdge, aRendition, aVideo } from "./testing.ts";

const { services, project } = await sharedProject();
const edge = await anEdge(services);

afterEach(() => vi.useRealTimers());

afterAll(() => edge.app.close());

/** Only the clock of the rules is stopped; timers and the database run. */
const holdTime = () => vi.useFakeTimers({ toFake: ["performance"] });

async function aSegment(url = edge.url) {
  const video = await aVideo(services, project);
  await aRendition(services, project, video, { label: "720p" });
  await services.storage.put(`assets/${video.id}/v1/720p/00000.m4s`, Buffer.from("bytes"));
  const status = async (base = url) => (await fetch(`${base}/hls/${video.hash}/v1/720p/00000.m4s`)).status;
  return { video, status };
}

const unpublish = (id: number) => updateRows(services, "videos", { id }, { published: false });

test("an unpublished video stops playing as soon as it is announced", async () => {
  holdTime();
  const { video, status } = await aSegment();
  expect(await status()).toBe(200);
  await unpublish(video.id);
  expect(await status()).toBe(200);
  await sql`select pg_notify(${PLAYBACK_CHANGED}, ${video.hash})`.execute(services.db);
  await vi.waitFor(async () => expect(await status()).toBe(404));
});

test("an unpublished video stops playing within two seconds though nothing was announced", async () => {
  holdTime();
  const { video, status } = await aSegment();
  expect(await status()).toBe(200);
  await unpublish(video.id);
  vi.advanceTimersByTime(1_900);
  expect(await status()).toBe(200);
  vi.advanceTimersByTime(100);
  expect(await status()).toBe(404);
});

test("the videos of an account that is not active stop playing", async () => {
  holdTime();
  const { status } = await aSegment();
  expect(await status()).toBe(200);
  await updateRows(services, "accounts", { id: project.accountId }, { status: "suspended" });
  vi.advanceTimersByTime(2_000);
  expect(await status()).toBe(404);
  await updateRows(services, "accounts", { id: project.accountId }, { status: "active" });
  vi.advanceTimersByTime(2_000);
  expect(await status()).toBe(200);
});

test("while the database is unavailable known videos play for an hour, others are answered with Retry-After", async () => {
  const db = connect(services.config.databaseUrl ?? "");
  const lonely = await anEdge({ ...services, db });
  onTestFinished(() => lonely.app.close());
  holdTime();
  const known = await aSegment(lonely.url);
  const unknown = await aSegment(lonely.url);
  const master = `${lonely.url}/hls/${known.video.hash}/master.m3u8`;
  expect(await known.status()).toBe(200);
  expect((await fetch(master)).status).toBe(200);
  await db.destroy();
  vi.advanceTimersByTime(3_500_000);
  expect(await known.status()).toBe(200);
  expect((await fetch(master)).status).toBe(200);
  const response = await fetch(`${lonely.url}/hls/${unknown.video.hash}/v1/720p/00000.m4s`);
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
  vi.advanceTimersByTime(100_000);
  expect(await known.status()).toBe(503);
});
