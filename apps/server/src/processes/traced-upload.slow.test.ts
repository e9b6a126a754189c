import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { afterAll, expect, test } from "vitest";
import { createServices } from "../composition.ts";
import { runTasks } from "../platform/jobs/worker.ts";
import { anEdge } from "../playback/testing.ts";
import { tasks } from "../rooms.ts";
import { grantOf, sharedProject } from "../testing/fixtures.ts";
import { startCollector, wayTo, type ReceivedSpan } from "../testing/trace-collector.ts";
import { until } from "../testing/until.ts";
import { keyHeaders, metadata } from "../testing/upload-server.ts";
import { startReceiver } from "../testing/webhook-receiver.ts";
import { startSender } from "../webhooks/sender.ts";
import { createWebhook } from "../webhooks/service.ts";
import { createApi } from "./api.ts";

const FILE_NAME = "ada at the beach.mp4";
const collector = await startCollector();
const env = { ...collector.env, KINORA_ALLOW_PRIVATE_URLS: "true" };
const { services: worker, project, context } = await sharedProject(env);
const ofRole = async (role: "api" | "edge") => {
  const own = await createServices(worker.config, role);
  afterAll(() => own.close());
  return own;
};
const api = await createApi(await ofRole("api"));
await api.listen({ port: 0, host: "127.0.0.1" });
const apiUrl = `http://127.0.0.1:${(api.server.address() as AddressInfo).port}`;
const edge = await anEdge(await ofRole("edge"));
const running = await runTasks(worker, tasks, []);
const sender = await startSender(worker);
const receiver = await startReceiver();

afterAll(async () => {
  await Promise.all([sender.close(), running.close(), api.close(), edge.app.close()]);
  await Promise.all([collector.receiver.close(), receiver.close()]);
});

/** Creates an upload and sends its file in two requests. */
async function upload(file: Buffer<ArrayBuffer>, key: Record<string, string>): Promise<string> {
  const headers = { ...key, "tus-resumable": "1.0.0" };
  const values = { project_id: project.projectId, filename: FILE_NAME };
  const created = await fetch(`${apiUrl}/uploads`, {
    method: "POST",
    headers: { ...headers, "upload-length": String(file.length), "upload-metadata": metadata(values) },
  });
  expect(created.status).toBe(201);
  const id = created.headers.get("location")?.split("/").at(-1) ?? "";
  const half = Math.floor(file.length / 2);
  for (const [from, to] of [
    [0, half],
    [half, file.length],
  ] as const) {
    const answer = await fetch(`${apiUrl}/uploads/${id}`, {
      method: "PATCH",
      headers: { ...headers, "content-type": "application/offset+octet-stream", "upload-offset": String(from) },
      body: file.subarray(from, to),
    });
    expect(answer.status).toBe(204);
  }
  return id;
}

test("one trace shows an upload from its first request to the first segment that the edge delivers", async () => {
  await createWebhook(context, grantOf(project), { name: "Receiver", url: `${receiver.url}/hook`, events: ["*"] });
  const key = await keyHeaders(worker, project, ["full"]);
  const file = await readFile(await clip("streamable", { durationSeconds: 3 }));
  const id = await upload(Buffer.from(file), key);
  const video = await until(async () => {
    const row = await worker.db
      .selectFrom("videos")
      .innerJoin("uploads", "uploads.video_id", "videos.id")
      .select(["videos.id", "videos.hash", "videos.playable", "videos.status"])
      .where("uploads.id", "=", id)
      .executeTakeFirstOrThrow();
    return row.status === "complete" ? row : null;
  });
  await updateRows(worker, "videos", { id: video.id }, { published: true });
  const rendition = await selectRow(worker, "renditions", { video_id: video.id, kind: "video" }, "label");
  for (const segment of ["00000", "00000"])
    expect((await fetch(`${edge.url}/hls/${video.hash}/v1/${rendition.label}/${segment}.m4s`)).status).toBe(200);

  const last = (name: string): Promise<ReceivedSpan> =>
    until(async () => collector.spans().find((span) => span.name === name));
  const first = await last("first segment");
  const ready = await last("webhook video.ready");
  const played = await last("webhook video.playable");
  const chunk = await last("job transcoding.chunk");
  const spans = await collector.whole(first.traceId);
  const toPlayable = [
    "POST /uploads",
    "PATCH /uploads/:id",
    "upload finish",
    "job transcoding.prepare",
    "video playable",
  ];
  expect(wayTo(first, spans)).toEqual([...toPlayable, "first segment"]);
  expect(wayTo(ready, spans).slice(0, 4)).toEqual(toPlayable.slice(0, 4));
  expect(wayTo(played, spans)).toEqual([...toPlayable, "webhook video.playable"]);
  expect(wayTo(chunk, spans)).toEqual([...toPlayable.slice(0, 4), "job transcoding.chunk"]);
  for (const job of ["job transcoding.prepare", "job transcoding.chunk"]) {
    const tool = spans.find((span) => span.name.startsWith("ff") && wayTo(span, spans).at(-2) === job);
    expect(tool?.attributes["kinora.processor_seconds"]).toBeGreaterThanOrEqual(0);
  }
  expect(spans.filter(({ name }) => name === "PATCH /uploads/:id")).toHaveLength(2);
  expect(collector.spans().filter(({ name }) => name === "first segment")).toHaveLength(1);
  expect(new Set(spans.map(({ service }) => service))).toEqual(new Set(["kinora-api", "kinora-worker", "kinora-edge"]));
  expect(spans.filter(({ failed }) => failed)).toEqual([]);
  // A video's spans follow each other as its life does.
  const moments = wayTo(first, spans).map((name) => spans.find((span) => span.name === name)?.startedMs ?? 0);
  expect(moments).toEqual(moments.toSorted((one, other) => one - other));

  const everything = JSON.stringify(collector.receiver.received);
  for (const kept of ["beach", FILE_NAME, key["authorization"] ?? "", video.hash, worker.config.dataDir, receiver.url])
    expect(everything.includes(kept), kept).toBe(false);
});
