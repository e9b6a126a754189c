import { setTimeout as delay } from "node:timers/promises";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { startKinora, type Environment } from "./environment.ts";
import { publishTo } from "./live-publisher.ts";
import { startOutsideDatabase, type OutsideDatabase } from "./outside-database.ts";
import { LIVE_PATIENCE_MS, RESTART_PATIENCE_MS } from "./patience.ts";
import { makeProject, until, untilEnded, type PipelineProject } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { upload } from "./resumable-upload.ts";

/** As long as a database server takes that is updated, or moved to another host. */
const AWAY_SECONDS = 60;

const cleanUp = new AsyncDisposableStack();
let database: OutsideDatabase;
let kinora: Environment;
let project: PipelineProject;
test.beforeAll(async () => {
  database = await startOutsideDatabase(cleanUp);
  kinora = await startKinora({ env: { DATABASE_URL: database.url } });
  cleanUp.defer(() => kinora.stop());
  project = await makeProject(kinora);
  cleanUp.defer(() => project.db.destroy());
});
test.afterAll(() => cleanUp.disposeAsync());

/** A published video that has been played. */
async function aPlayedVideo(): Promise<string> {
  const path = await clip("streamable", { width: 320, height: 180, durationSeconds: 6 });
  const { videoId } = await upload({ project, api: () => kinora.urls.api, path, stepBytes: 4 << 20 });
  const { hash } = await untilEnded(project, videoId);
  expect(await project.call("PATCH", `/videos/${videoId}/publish`, { published: true })).toMatchObject({ status: 200 });
  return hash;
}

/** A livestream that is on air until the test ends. */
async function aStreamOnAir(): Promise<{ id: number; hash: string }> {
  const made = await project.call("POST", `/projects/${project.projectId}/streams`, { name: "Harbour" });
  const { id, hash } = made.body["data"] as { id: number; hash: string };
  const { body } = await project.call("POST", `/streams/${id}/key/reveal`, {});
  const publisher = await publishTo(`${kinora.urls.rtmp}/live/${String(body["key"])}`);
  cleanUp.defer(() => publisher.stop());
  await until("the livestream plays", async () => (await newestSegment(hash).catch(() => 0)) > 1, LIVE_PATIENCE_MS);
  return { id, hash };
}

const edge = (path: string) => fetch(kinora.urls.edge + path, { headers: { accept: "text/html,*/*" } });

/** The number of the newest segment of a livestream. */
async function newestSegment(hash: string): Promise<number> {
  const answer = await edge(`/hls/${hash}/source/index.m3u8`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The livestream is answered with ${answer.status}: ${text}`);
  const first = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1]);
  return first + (text.match(/^#EXTINF/gm)?.length ?? 0);
}

/** Names a category; what is acknowledged counts, everything else is its status and `Retry-After`. */
async function write(name: string, acknowledged: string[], refused: Set<string>): Promise<void> {
  const answer = await fetch(`${kinora.urls.api}/projects/${project.projectId}/categories`, {
    method: "POST",
    headers: { ...project.headers, "content-type": "application/json" },
    body: JSON.stringify({ name }),
  });
  if (answer.status === 201) acknowledged.push(name);
  else refused.add(`${answer.status} ${answer.headers.get("retry-after") === null ? "at no time" : "later"}`);
  await answer.arrayBuffer();
}

test("for a minute without its database Kinora plays what it knows and refuses changes, and then all is back", async () => {
  const hash = await aPlayedVideo();
  const stream = await aStreamOnAir();
  const paths = [`/embed/${hash}`, `/hls/${hash}/master.m3u8`, `/hls/${hash}/v1/180p/index.m3u8`];
  const play = () => Promise.all(paths.map(async (path) => (await edge(path)).status));
  await until("the video plays", async () => (await play()).every((status) => status === 200));
  const pids = { ...kinora.pids };
  const [acknowledged, refused] = [[] as string[], new Set<string>()];
  await write("before", acknowledged, refused);
  expect(acknowledged).toEqual(["before"]);

  await database.stop();
  const deadline = performance.now() + AWAY_SECONDS * 1_000;
  const before = await newestSegment(stream.hash);
  for (let turn = 0; performance.now() < deadline; turn += 1) {
    expect(await play()).toEqual(paths.map(() => 200));
    const ready = await edge("/readyz");
    expect(ready.status).toBe(200);
    const unknown = await edge("/embed/0123456789abcdef");
    expect([unknown.status, unknown.headers.get("content-type")]).toEqual([503, expect.stringContaining("text/html")]);
    await write(`away ${turn}`, acknowledged, refused);
    await delay(1_000);
  }
  expect(await (await edge("/readyz")).json()).toMatchObject({ status: "degraded" });
  expect(await newestSegment(stream.hash)).toBeGreaterThan(before);
  expect(acknowledged).toEqual(["before"]);
  expect([...refused]).toEqual(["503 later"]);

  const back = performance.now();
  await database.start();
  await until(
    "a change is acknowledged",
    async () => {
      await write(`back ${performance.now()}`, acknowledged, refused);
      return acknowledged.length > 1;
    },
    RESTART_PATIENCE_MS,
  );
  const seconds = (performance.now() - back) / 1_000;
  test.info().annotations.push({ type: "acknowledged again after", description: `${seconds.toFixed(1)} s` });
  for (const url of [kinora.urls.api, kinora.urls.login, kinora.urls.edge])
    await until("every role is ready", async () => (await fetch(`${url}/readyz`)).ok, RESTART_PATIENCE_MS);
  const { rows } = await project.call("GET", `/projects/${project.projectId}/categories`).then(({ body }) => ({
    rows: (body["data"] as { name: string }[]).map(({ name }) => name),
  }));
  expect(rows).toEqual(expect.arrayContaining(acknowledged));
  // What was begun before goes on, and what comes after is done: jobs, the livestream, its row.
  await aPlayedVideo();
  const row = project.db.selectFrom("streams").select(["ingest", "on_air"]).where("id", "=", stream.id);
  expect(await row.executeTakeFirst()).toEqual({ ingest: "receiving", on_air: "live" });
  expect(kinora.pids).toEqual(pids);
});
