import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startCluster, type Cluster, type RunningHost } from "./cluster/cluster.ts";
import { nginxConfiguration, portOf } from "./cluster/hosts.ts";
import { patient } from "./setup/patience.mjs";

const cli = resolve(import.meta.dirname, "../apps/server/src/cli/main.ts");
const STARTED_MS = patient(180_000);

let folder: string;
let cluster: Cluster;
let database: pg.Client;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kinora-cluster-"));
  const only = ["front1", "front2", "work1", "edge1"];
  cluster = await startCluster(folder, await freeBase(), { only, warn: () => undefined });
  database = new pg.Client({ connectionString: host("front1").env["DATABASE_URL"] });
  await database.connect();
}, STARTED_MS);
afterAll(async () => {
  await database?.end();
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
}, STARTED_MS);

function host(name: string): RunningHost {
  const found = cluster.hosts.find((each) => each.name === name);
  if (!found) throw new Error(`There is no machine ${name}.`);
  return found;
}

/** A port with many free ones behind it, most likely. */
async function freeBase(): Promise<number> {
  // Somewhere, so that two runs at the same time do not meet.
  const places = Array.from({ length: 30 }, (_, index) => 20_000 + 400 * index);
  const start = Math.floor(Math.random() * places.length);
  for (const base of [...places.slice(start), ...places.slice(0, start)])
    if ((await Promise.all([0, 6, 7, 20, 42, 62, 120].map((each) => isFree(base + each)))).every(Boolean)) return base;
  throw new Error("No ports are free.");
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer().once("error", () => done(false));
    probe.listen({ port, exclusive: true }, () => probe.close(() => done(true)));
  });

/** A command of the operator on a machine. */
function kinora(on: RunningHost, ...args: string[]): string {
  const env = { ...process.env, ...on.env };
  return execFileSync(process.execPath, [cli, ...args], { env, encoding: "utf8", cwd: folder });
}

async function clip(): Promise<Buffer> {
  const { ffmpegPath } = await mediaTools();
  const path = join(folder, "clip.mp4");
  const noise = ["-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25,noise=alls=40:allf=t", "-t", "4"];
  execFileSync(ffmpegPath, ["-v", "error", ...noise, "-c:v", "libx264", "-crf", "14", "-pix_fmt", "yuv420p", path]);
  return readFileSync(path);
}

test(
  "a file that two APIs received in turns is encoded by a worker and played by an edge, each with a data folder of its own",
  async () => {
    const [one, other] = [host("front1"), host("front2")];
    const person = ["--email", "ann@example.com", "--password", "a long password of Ann", "--owner-of", "Ann"];
    const { project } = JSON.parse(kinora(one, "user", "create", ...person)) as { project: { id: number } };
    const key = kinora(other, "api-key", "create", "--project", String(project.id), "--scopes", "full").trim();
    const bytes = await clip();
    const headers = { authorization: `Bearer ${key}`, "tus-resumable": "1.0.0" };
    const api = (machine: RunningHost) => `http://127.0.0.1:${portOf(machine, "api")}`;
    const base64 = (text: string) => Buffer.from(text).toString("base64");
    const created = await fetch(`${api(one)}/uploads`, {
      method: "POST",
      headers: {
        ...headers,
        "upload-length": String(bytes.length),
        "upload-metadata": `project_id ${base64(String(project.id))},filename ${base64("clip.mp4")}`,
      },
    });
    expect(created.status).toBe(201);
    const id = created.headers.get("location")?.split("/").at(-1) ?? "";
    const step = Math.ceil(bytes.length / 5);
    for (let offset = 0, turn = 0; offset < bytes.length; offset += step, turn += 1) {
      const answer = await fetch(`${api(turn % 2 === 0 ? one : other)}/uploads/${id}`, {
        method: "PATCH",
        headers: { ...headers, "content-type": "application/offset+octet-stream", "upload-offset": String(offset) },
        body: new Uint8Array(bytes.subarray(offset, offset + step)),
      });
      expect(answer.status).toBe(204);
    }

    const video = await vi.waitFor(
      async () => {
        const { rows } = await database.query<{ id: string; hash: string; status: string; sum: string }>(
          "select id, hash, status, encode(source_sha256, 'hex') as sum from videos where file_id = $1",
          [id],
        );
        expect(rows[0]?.status).toBe("complete");
        return rows[0];
      },
      { timeout: patient(120_000), interval: 500 },
    );
    expect(video?.sum).toBe(createHash("sha256").update(bytes).digest("hex"));
    const published = await fetch(`${api(other)}/videos/${video?.id}/publish`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ published: true }),
    });
    expect(published.status).toBe(200);
    const edge = `http://127.0.0.1:${portOf(host("edge1"), "edge")}`;
    await vi.waitFor(async () => {
      const master = await fetch(`${edge}/hls/${video?.hash}/master.m3u8`);
      expect(master.status).toBe(200);
      expect(await master.text()).toContain("#EXTM3U");
    });
  },
  patient(300_000),
);

test("nginx, where it is installed, spreads each role's requests over its machines and does not keep uploads", () => {
  const text = nginxConfiguration("/tmp/x", 4000, cluster.hosts);
  expect(text).toMatch(/upstream api \{\n {4}server 127\.0\.0\.1:\d+;\n {4}server 127\.0\.0\.1:\d+;\n/);
  expect(text).toContain("proxy_request_buffering off;");
});
