import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { claimPorts } from "../e2e/port-base.ts";
import { limitMemory } from "./memory-limit.ts";
import { ensureAppsBuilt, ensureServerBuilt } from "./setup/build.mjs";
import { patient } from "./setup/patience.mjs";

const root = resolve(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs/operations/small-server.md"), "utf8");
const LONG_MS = patient(900_000);
const limit = limitMemory(`kinora-small-${process.pid}`, bytesOf(unit("MemoryMax")));

/** A setting of the unit file of the page. */
function unit(name: string): string {
  return new RegExp(`^\\s*${name}=(.*)$`, "m").exec(page)?.[1] ?? "";
}

function bytesOf(size: string): number {
  return Number(/^(\d+)G$/.exec(size)?.[1]) * 1024 ** 3;
}

/** The command of the page that begins so, as the arguments of `npm run kinora --`. */
function commandOf(name: string): string[] {
  const line = new RegExp(`npm run kinora -- (${name}.*)`).exec(page)?.[1] ?? "";
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

describe.runIf(limit)("the page about small servers, inside its limit of memory", () => {
  // On a disk: files in memory would count as the product's.
  const dataDir = mkdtempSync("/var/tmp/kinora-small-");
  let server: ChildProcess;
  let ports: Awaited<ReturnType<typeof claimPorts>>;
  let env: Record<string, string>;
  let said = "";
  let busiest = 0;
  let watching: NodeJS.Timeout;
  const address = (offset: number) => `http://127.0.0.1:${ports.base + offset}`;

  beforeAll(async () => {
    await ensureAppsBuilt();
    await ensureServerBuilt();
    chmodSync(dataDir, 0o755);
    ports = await claimPorts();
    env = {
      ...(process.env as Record<string, string>),
      // That of the tests is in memory.
      TMPDIR: dataDir,
      KINORA_DATA_DIR: dataDir,
      KINORA_PORT: String(ports.base),
      KINORA_RTMP_PORT: String(ports.rtmp),
      KINORA_LIVE_LADDERS: "1",
    };
    const start = unit("ExecStart").replaceAll(unit("WorkingDirectory"), root);
    server = spawn("sh", ["-c", `${limit?.enter} && exec ${start}`], {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [server.stdout, server.stderr])
      stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    watching = setInterval(() => (busiest = Math.max(busiest, encoders())), 200);
    const up = () => {
      if (!said.includes("Ctrl-C stops everything.")) throw new Error(said);
    };
    await vi.waitFor(up, { timeout: LONG_MS, interval: 200 });
  }, LONG_MS);
  afterAll(async () => {
    clearInterval(watching);
    server.kill("SIGTERM");
    if (server.exitCode === null && server.signalCode === null)
      await new Promise((ended) => server.once("exit", ended));
    ports.release();
    rmSync(dataDir, { recursive: true, force: true });
    limit?.remove();
  }, LONG_MS);

  /** Encoders that run in the group now. */
  function encoders(): number {
    const commands = limit?.pids().map((pid) => commandLine(pid)) ?? [];
    return commands.filter(([program = "", ...args]) => program.endsWith("ffmpeg") && args.includes("libx264")).length;
  }

  const kinora = (...args: string[]) =>
    execFileSync(
      "sh",
      ["-c", `${limit?.enter} && exec "$@"`, "sh", process.execPath, "apps/server/src/cli/main.ts", ...args],
      {
        cwd: root,
        env,
        encoding: "utf8",
      },
    );

  test("the start and the doctor say that memory is short, and that roles share a process", () => {
    expect(said).toContain("1.0 GB of memory is short: one video is encoded at a time.");
    expect(said).toContain("One process runs console, login, api, and edge");
    expect(kinora(...commandOf("doctor"))).toContain("memory: 1.0 GB of memory is short");
  });

  test(
    "a minute of 1080p is uploaded, encoded by one encoder at a time and played, and nothing is killed",
    async () => {
      const made = JSON.parse(kinora(...commandOf("user create"))) as { project: { id: number } };
      const key = kinora("api-key", "create", "--project", String(made.project.id), "--scopes", "full").trim();
      const headers = { authorization: `Bearer ${key}` };
      const bytes = await minuteOf1080p(dataDir);
      const video = await upload(`${address(2)}/uploads`, headers, made.project.id, bytes);
      const read = () => readData<{ status: string; hash: string }>(`${address(2)}/videos/${video}`, headers);
      await vi.waitFor(async () => expect((await read()).status).toBe("complete"), {
        timeout: LONG_MS,
        interval: 1_000,
      });
      const published = await fetch(`${address(2)}/videos/${video}/publish`, {
        method: "PATCH",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ published: true }),
      });
      expect(published.status).toBe(200);
      const { hash } = await read();
      expect(await playAll(`${address(3)}/hls/${hash}/master.m3u8`)).toBeGreaterThan(50);
      expect(busiest).toBe(1);
      expect(limit?.kills()).toBe(0);
    },
    LONG_MS,
  );
});

function commandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    // It has ended.
    return [];
  }
}

async function minuteOf1080p(folder: string): Promise<Buffer> {
  const { ffmpegPath } = await mediaTools();
  const path = join(folder, "minute.mp4");
  const picture = ["-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=30", "-f", "lavfi", "-i", "sine=440", "-t", "60"];
  const encoding = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac"];
  execFileSync(ffmpegPath, ["-v", "error", ...picture, ...encoding, path]);
  return readFileSync(path);
}

/** Uploads a file in one request (tus 1.0, creation-with-upload); answers the video's id. */
async function upload(url: string, headers: Record<string, string>, project: number, bytes: Buffer): Promise<number> {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const created = await fetch(url, {
    method: "POST",
    headers: {
      ...headers,
      "tus-resumable": "1.0.0",
      "upload-length": String(bytes.length),
      "upload-metadata": `project_id ${base64(String(project))},filename ${base64("minute.mp4")}`,
      "content-type": "application/offset+octet-stream",
    },
    body: new Uint8Array(bytes),
  });
  expect(created.status).toBe(201);
  const id = created.headers.get("location")?.split("/").at(-1) ?? "";
  return (await readData<{ video_id: number }>(`${url}/${id}/status`, headers)).video_id;
}

async function readData<T>(url: string, headers: Record<string, string>): Promise<T> {
  return ((await (await fetch(url, { headers })).json()) as { data: T }).data;
}

/** Fetches every segment of the first rendition; answers its seconds (RFC 8216, 4.3.2.1). */
async function playAll(master: string): Promise<number> {
  const linesOf = async (url: string) => (await (await fetch(url)).text()).split("\n");
  const uris = (lines: string[]) => lines.filter((line) => line !== "" && !line.startsWith("#"));
  const [rendition = ""] = uris(await linesOf(master));
  const playlist = new URL(rendition, master).href;
  const lines = await linesOf(playlist);
  for (const uri of uris(lines)) {
    const segment = await fetch(new URL(uri, playlist));
    expect(segment.status).toBe(200);
    expect((await segment.arrayBuffer()).byteLength).toBeGreaterThan(0);
  }
  return lines.reduce((sum, line) => sum + Number(/^#EXTINF:([\d.]+)/.exec(line)?.[1] ?? 0), 0);
}
