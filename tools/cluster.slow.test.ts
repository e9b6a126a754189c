import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { portOf } from "./cluster/hosts.ts";
import { aClip, aLivestream, ask, publish, startTestCluster, type TestCluster } from "./cluster/testing.ts";
import { patient } from "./setup/patience.mjs";

const STARTED_MS = patient(300_000);
const cleanUp = new AsyncDisposableStack();

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster(cleanUp);
}, STARTED_MS);
afterAll(() => cleanUp.disposeAsync(), STARTED_MS);

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Uploads bytes in pieces through the balancer; the upload's id. */
async function upload(bytes: Buffer): Promise<string> {
  const headers = { ...cluster.headers, "tus-resumable": "1.0.0" };
  const created = await fetch(`${cluster.urls.api}/uploads`, {
    method: "POST",
    headers: {
      ...headers,
      "upload-length": String(bytes.length),
      "upload-metadata": `project_id ${base64(String(cluster.project))},filename ${base64("clip.mp4")}`,
    },
  });
  expect(created.status).toBe(201);
  const location = created.headers.get("location") ?? "";
  expect(new URL(location).origin).toBe(cluster.urls.api);
  const step = Math.ceil(bytes.length / 5);
  for (let offset = 0; offset < bytes.length; offset += step) {
    const answer = await fetch(location, {
      method: "PATCH",
      headers: { ...headers, "content-type": "application/offset+octet-stream", "upload-offset": String(offset) },
      body: new Uint8Array(bytes.subarray(offset, offset + step)),
    });
    expect(answer.status).toBe(204);
  }
  return location.split("/").at(-1) ?? "";
}

/** The addresses that a playlist names. */
const linesOf = (playlist: string) => playlist.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

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
    const id = await upload(bytes);
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
