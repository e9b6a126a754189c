import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { emptyDiary, keepPlaying, linesOf, uploadClip, type ClientDiary } from "./cluster/clients.ts";
import { portOf } from "./cluster/hosts.ts";
import {
  aClip,
  aLivestream,
  ask,
  fromOutside,
  publish,
  startTestCluster,
  type TestCluster,
  type TestStream,
} from "./cluster/testing.ts";
import { playsLive, pushes, signsIn, uploadsAndPlays } from "./deploy/journey.ts";
import { patient } from "./setup/patience.mjs";

const STARTED_MS = patient(300_000);
const cleanUp = new AsyncDisposableStack();

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster(cleanUp);
}, STARTED_MS);
afterAll(() => cleanUp.disposeAsync(), STARTED_MS);

/** Plays a livestream or a video as a player does: both playlists, and the bytes of the newest segment. */
async function play(edge: string, hash: string): Promise<Uint8Array> {
  const text = async (url: string) => {
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const master = `${edge}/hls/${hash}/master.m3u8`;
  const media = new URL(linesOf(await text(master))[0] ?? "", master);
  const newest = linesOf(await text(media.href)).at(-1) ?? "";
  const segment = await fetch(new URL(newest, media));
  expect(segment.status).toBe(200);
  return new Uint8Array(await segment.arrayBuffer());
}

test(
  "through nginx, a file that both APIs received in turns is encoded by a worker and played by the edges",
  async () => {
    const bytes = await aClip(cluster);
    const diary = emptyDiary();
    const id = await uploadClip(cluster, bytes, diary);
    expect(diary).toEqual({ requests: 6, retried: [], failed: [] });
    const pieces = cluster.requests().filter((line) => line.startsWith("204 PATCH /uploads/"));
    const machines = new Set(pieces.map((line) => line.split(" ")[3]));
    expect(machines).toEqual(
      new Set(["front1", "front2"].map((name) => `127.0.0.1:${portOf(cluster.host(name), "api")}`)),
    );

    const video = await vi.waitFor(
      async () => {
        const { rows } = await cluster.database.query<{ id: string; hash: string; status: string; sum: string }>(
          "select id, hash, status, encode(source_sha256, 'hex') as sum from videos where file_id = $1",
          [id],
        );
        expect(rows[0]?.status).toBe("complete");
        return rows[0];
      },
      { timeout: patient(120_000), interval: 500 },
    );
    expect(video?.sum).toBe(createHash("sha256").update(bytes).digest("hex"));
    await ask(cluster, "PATCH", `/videos/${video?.id}/publish`, { published: true });
    // Twice: one by each edge.
    await vi.waitFor(() => play(cluster.urls.edge, video?.hash ?? ""), { timeout: patient(10_000) });
    await play(cluster.urls.edge, video?.hash ?? "");
  },
  patient(300_000),
);

test(
  "a livestream that one live host receives is played by both edges",
  async () => {
    const stream = await aLivestream(cluster);
    await publish(cleanUp, cluster.host("live2"), stream);
    for (const name of ["edge1", "edge2"]) {
      const edge = `http://127.0.0.1:${portOf(cluster.host(name), "edge")}`;
      const segment = await vi.waitFor(() => play(edge, stream.hash), { timeout: patient(60_000), interval: 500 });
      expect(segment.length).toBeGreaterThan(1_000);
    }
    await play(cluster.urls.edge, stream.hash);
    const { rows } = await cluster.database.query("select host from streams where id = $1", [stream.id]);
    const { address, basePort } = cluster.host("live2");
    expect(rows).toEqual([{ host: `${address}:${basePort + 11}` }]);
  },
  patient(120_000),
);

test(
  "people sign in, hear of changes, upload and watch through nginx, whichever machine answers",
  async () => {
    const site = await fromOutside(cluster, cleanUp);
    for (const journey of [signsIn, pushes, uploadsAndPlays, playsLive]) await journey(site);
    const machines = new Set(cluster.requests().map((line) => line.split(" ")[3]));
    for (const [name, role] of [
      ["front1", "login"],
      ["front2", "login"],
      ["front1", "api"],
      ["front2", "api"],
    ] as const)
      expect(machines).toContain(`127.0.0.1:${portOf(cluster.host(name), role)}`);
  },
  patient(300_000),
);

test("both APIs count the requests of an API key together, in Redis", async () => {
  const left = async (name: string) => {
    const api = `http://127.0.0.1:${portOf(cluster.host(name), "api")}`;
    const answer = await fetch(`${api}/projects/${cluster.project}/videos`, { headers: cluster.headers });
    expect(answer.status).toBe(200);
    return Number(answer.headers.get("ratelimit-remaining"));
  };
  const first = await left("front1");
  expect([await left("front2"), await left("front1"), await left("front2")]).toEqual([first - 1, first - 2, first - 3]);
});

/** Uploads one clip after another, each until it is encoded; the ids of the uploads. */
async function keepUploading(diary: ClientDiary, signal: AbortSignal): Promise<string[]> {
  const bytes = await aClip(cluster, "small");
  const ids: string[] = [];
  while (!signal.aborted) {
    const id = await uploadClip(cluster, bytes, diary);
    if (id === null) return ids;
    ids.push(id);
    await vi.waitFor(async () => expect(await statusOf([id])).toEqual(["complete"]), {
      timeout: patient(120_000),
      interval: 200,
    });
  }
  return ids;
}

async function statusOf(uploads: string[]): Promise<string[]> {
  const { rows } = await cluster.database.query<{ status: string }>(
    "select status from videos where file_id::text = any($1)",
    [uploads],
  );
  return rows.map(({ status }) => status);
}

/** Publishes as an encoder with two addresses: when the connection ends, to the other live host. */
async function keepPublishing(encoders: AsyncDisposableStack, stream: TestStream, signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn += 1) {
    const encoder = await publish(encoders, cluster.host(turn % 2 === 0 ? "live1" : "live2"), stream);
    await once(encoder, "exit");
  }
}

/** The jobs that the workers' logs name as finished, as often as they do. */
const finishedJobs = (): string[] =>
  ["work1", "work2", "work3"].flatMap((name) => {
    const logs = join(cluster.folder, name, "logs");
    return readdirSync(logs).flatMap((file) =>
      readFileSync(join(logs, file), "utf8")
        .split("\n")
        .filter((line) => line.includes("task finished"))
        .map((line) => /"job":"([^"]+)"/.exec(line)?.[1] ?? line),
    );
  });

test(
  "machine after machine is restarted while clients upload, publish and watch, and none of them gives up",
  async () => {
    const stream = await aLivestream(cluster);
    const over = new AbortController();
    const encoders = cleanUp.use(new AsyncDisposableStack());
    const publishing = keepPublishing(encoders, stream, over.signal);
    await vi.waitFor(() => play(cluster.urls.edge, stream.hash), { timeout: patient(60_000), interval: 500 });
    const [watched, uploaded] = [emptyDiary(), emptyDiary()];
    const watching = keepPlaying(cluster, stream.hash, watched, over.signal);
    const uploading = keepUploading(uploaded, over.signal);
    for (const machine of cluster.hosts) {
      await machine.restart();
      // The encoder is back, and what it sends is shown.
      await vi.waitFor(
        async () => {
          const { rows } = await cluster.database.query("select ingest, on_air from streams where id = $1", [
            stream.id,
          ]);
          expect(rows).toEqual([{ ingest: "receiving", on_air: "live" }]);
        },
        { timeout: patient(60_000), interval: 200 },
      );
    }
    over.abort();
    const ids = await uploading;
    await watching;
    await encoders.disposeAsync();
    await publishing;
    expect(watched.failed).toEqual([]);
    expect(uploaded.failed).toEqual([]);
    expect(await statusOf(ids)).toEqual(ids.map(() => "complete"));
    const jobs = finishedJobs();
    expect(jobs.length).toBeGreaterThan(0);
    expect(new Set(jobs).size).toBe(jobs.length);
    const { rows: sessions } = await cluster.database.query(
      "select count(*)::int as n from stream_sessions where stream_id = $1",
      [stream.id],
    );
    // One session: the encoder was always back within the stream's reconnect window.
    expect(sessions).toEqual([{ n: 1 }]);
  },
  patient(900_000),
);
