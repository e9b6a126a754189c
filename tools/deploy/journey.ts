import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LOGIN_HEADER } from "@kinora/contract/people/login.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import { expect } from "vitest";
import type { Environment } from "../../e2e/environment.ts";
import { kinoraCommand } from "../../e2e/kinora-command.ts";
import { publishTo } from "../../e2e/live-publisher.ts";
import { LIVE_PATIENCE_MS } from "../../e2e/patience.ts";
import { makeProject, until, untilEnded, type PipelineProject } from "../../e2e/pipeline-project.ts";
import { OutsideClient } from "./outside-client.ts";

/** What a journey needs to know of a product that runs; `env` has the port at which publishers are received. */
export type PublicKinora = Pick<Environment, "urls" | "dataDir" | "databaseUrl" | "env">;

/** A product that runs with public addresses, and a client that knows nothing else of it. */
export interface Public<K extends PublicKinora = PublicKinora> {
  kinora: K;
  client: OutsideClient;
  project: PipelineProject;
}

export async function openPublic<K extends PublicKinora>(kinora: K, authority: () => string): Promise<Public<K>> {
  return { kinora, client: new OutsideClient(authority), project: await makeProject(kinora) };
}

const PASSWORD = "violet ladder hums";
let people = 0;

/** Signs in, reads the config and changes something; the address that counts for limits is the client's own. */
export async function signsIn({ kinora, client, project }: Public): Promise<void> {
  const { urls } = kinora;
  people += 1;
  const email = `ann${people}@example.com`;
  const made = JSON.parse(
    await kinoraCommand(
      kinora,
      "user",
      "create",
      "--email",
      email,
      "--password",
      PASSWORD,
      "--owner-of",
      `Ann ${people}`,
    ),
  ) as { project: { id: number } };
  const signedIn = await client.ask(`${urls.login}/api/sign-in`, {
    method: "POST",
    headers: {
      ...{ origin: urls.login, [LOGIN_HEADER]: "1", "content-type": "application/json" },
      // What a client claims counts for nothing.
      "x-forwarded-for": "203.0.113.7",
    },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(signedIn.status, signedIn.body.toString()).toBe(200);
  const attempt = await project.db
    .selectFrom("login_attempts")
    .select("ip")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  expect(attempt.ip).toBe(OutsideClient.address);
  expect(await client.follow(`${urls.api}/session/start`)).toBe(`${urls.console}/dashboard`);
  const config = await client.ask(`${urls.api}/config?project_id=${made.project.id}`, {
    headers: { origin: urls.console },
  });
  expect(config.status, config.body.toString()).toBe(200);
  const created = await client.ask(`${urls.api}/projects/${made.project.id}/categories`, {
    method: "POST",
    headers: {
      ...{ origin: urls.console, "content-type": "application/json" },
      "x-xsrf-token": client.cookie("XSRF-TOKEN") ?? "",
    },
    body: JSON.stringify({ name: "News" }),
  });
  expect(created.status, created.body.toString()).toBe(201);
  const pages = await Promise.all([urls.console, urls.login].map((url) => client.ask(`${url}/`)));
  expect(pages.map(({ status }) => status)).toEqual([200, 200]);
}

/** Uploads a file of many megabytes, broken off midway; what was sent until then has arrived. Then it plays. */
export async function uploadsAndPlays({ kinora, client, project }: Public): Promise<void> {
  const { urls } = kinora;
  const bytes = await noise(kinora.dataDir);
  expect(bytes.length).toBeGreaterThan(4 * 1024 * 1024);
  const headers = { ...project.headers, "tus-resumable": "1.0.0" };
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const created = await client.ask(`${urls.api}/uploads`, {
    method: "POST",
    headers: {
      ...{ ...headers, "upload-length": String(bytes.length) },
      "upload-metadata": `project_id ${base64(String(project.projectId))},filename ${base64("noise.mp4")}`,
    },
  });
  expect(created.status, created.body.toString()).toBe(201);
  const location = created.headers.location ?? "";
  expect(location.startsWith(`${urls.api}/uploads/`)).toBe(true);
  const patchHeaders = (offset: number) => ({
    ...{ ...headers, "content-type": "application/offset+octet-stream", "upload-offset": String(offset) },
  });
  // HEAD takes the upload over; where it came before the bytes, they are sent again.
  const arrived = await until("bytes arrive while a request still lasts", async () => {
    const begun = await client.begin(location, {
      ...{ method: "PATCH", headers: patchHeaders(0), bodyBytes: bytes.length },
      beginning: bytes.subarray(0, 2 * 1024 * 1024),
    });
    const head = await client.ask(location, { method: "HEAD", headers });
    begun.breakOff();
    return Number(head.headers["upload-offset"] ?? 0);
  });
  expect(arrived).toBeLessThanOrEqual(2 * 1024 * 1024);
  const rest = await client.ask(location, {
    ...{ method: "PATCH", headers: patchHeaders(arrived), body: bytes.subarray(arrived) },
  });
  expect(rest.status, rest.body.toString()).toBe(204);
  const { video_id: videoId } = await project.db
    .selectFrom("uploads")
    .select("video_id")
    .where("id", "=", location.split("/").at(-1) ?? "")
    .executeTakeFirstOrThrow();
  const video = await untilEnded(project, videoId);
  expect(video.status).toBe("complete");
  const published = await client.ask(`${urls.api}/videos/${videoId}/publish`, {
    method: "PATCH",
    headers: { ...project.headers, "content-type": "application/json" },
    body: JSON.stringify({ published: true }),
  });
  expect(published.status, published.body.toString()).toBe(200);
  const master = await client.ask(`${urls.edge}/hls/${video.hash}/master.m3u8`);
  const rung = await client.ask(new URL(firstUri(master.body), `${urls.edge}/hls/${video.hash}/`).href);
  const base = new URL(firstUri(master.body), `${urls.edge}/hls/${video.hash}/`);
  const segment = await client.ask(new URL(firstUri(rung.body), base).href);
  expect([master.status, rung.status, segment.status]).toEqual([200, 200, 200]);
  expect(segment.body.length).toBeGreaterThan(10_000);
  const page = await client.ask(`${urls.edge}/embed/${video.hash}`);
  expect(page.status).toBe(200);
}

/** The playlist of a livestream, asked for what it does not have yet, waits for it (RFC 8216bis, 6.2.5.2). */
export async function playsLive({ kinora, client, project }: Public): Promise<void> {
  const made = await client.ask(`${kinora.urls.api}/projects/${project.projectId}/streams`, {
    method: "POST",
    headers: { ...project.headers, "content-type": "application/json" },
    body: JSON.stringify({ name: "Harbour", latency: "low" }),
  });
  expect(made.status, made.body.toString()).toBe(201);
  const { data } = JSON.parse(made.body.toString()) as { data: { id: number; hash: string } };
  const revealed = await client.ask(`${kinora.urls.api}/streams/${data.id}/key/reveal`, {
    method: "POST",
    headers: { ...project.headers, "content-type": "application/json" },
    body: "{}",
  });
  const { key } = JSON.parse(revealed.body.toString()) as { key: string };
  const publisher = await publishTo(`rtmp://127.0.0.1:${kinora.env["KINORA_RTMP_PORT"]}/live/${key}`);
  try {
    const address = `${kinora.urls.edge}/hls/${data.hash}/source/index.m3u8`;
    const read = async (query = "") => {
      const answer = await client.ask(address + query);
      return answer.status === 200 ? answer.body.toString() : null;
    };
    const begun = await until(
      "the stream has parts",
      async () => {
        const text = await read();
        return text?.includes("#EXT-X-PART:") ? text : null;
      },
      LIVE_PATIENCE_MS,
    );
    expect(begun).toContain("CAN-BLOCK-RELOAD=YES");
    let next = sequenceAfter(begun);
    for (let turn = 0; turn < 3; turn += 1, next += 1) {
      const text = await read(`?_HLS_msn=${next}&_HLS_part=0`);
      expect(sequenceAfter(text ?? "")).toBeGreaterThanOrEqual(next);
    }
  } finally {
    await publisher.stop();
  }
}

/** Realtime push over a websocket, which needs an upgrade of the connection. */
export async function pushes({ kinora, client }: Public): Promise<void> {
  const socket = await client.openSocket(
    `${kinora.urls.api.replace(/^http/, "ws")}/realtime/app/kinora`,
    kinora.urls.console,
  );
  expect(socket.first).toContain("pusher:connection_established");
  socket.close();
}

/** HTTP/2 at every name, each answered by its own role. */
export async function speaksHttp2({ kinora, client }: Public): Promise<void> {
  for (const role of ["console", "login", "api", "edge"] as const) {
    const { status, body } = await client.askHttp2(`${kinora.urls[role]}/healthz`);
    expect(status).toBe(200);
    expect(body).toContain(`"role":"${role}"`);
  }
}

const firstUri = (playlist: Buffer): string =>
  playlist
    .toString()
    .split("\n")
    .find((line) => line !== "" && !line.startsWith("#")) ?? "";

/** The number of the segment that is growing at the end of a playlist. */
const sequenceAfter = (playlist: string): number =>
  Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(playlist)?.[1] ?? -1) + (playlist.match(/^#EXTINF/gm)?.length ?? 0);

async function noise(folder: string): Promise<Buffer> {
  const { ffmpegPath } = await mediaTools();
  const path = join(folder, "noise.mp4");
  const source = "testsrc2=size=640x360:rate=25,noise=alls=60:allf=t";
  execFileSync(ffmpegPath, [
    ...["-y", "-v", "error", "-f", "lavfi", "-i", source, "-t", "6", "-c:v", "libx264", "-preset", "ultrafast"],
    ...["-b:v", "9M", "-minrate", "9M", "-pix_fmt", "yuv420p", path],
  ]);
  return readFile(path);
}
