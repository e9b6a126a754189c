import { randomBytes } from "node:crypto";
import { findRow, selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { afterAll, expect, test } from "vitest";
import { aMember, as } from "../../platform/testing.ts";
import { sharedProject } from "../../testing/fixtures.ts";
import { created, patch, sessionHeaders, sha256, slowPatch, uploadServer } from "../../testing/upload-server.ts";
import { readUploadRecord } from "./log-record.ts";

const { services, project, grant } = await sharedProject();
const server = await uploadServer(services);
const owner = await sessionHeaders(services, project.ownerId);
afterAll(() => server.close());

const MEBIBYTE = 1024 * 1024;
const file = () => ({ project_id: project.projectId, filename: "Holiday.mp4" });
const interruptionsOf = async (id: string) =>
  (await selectRow(services, "uploads", { id }, "interruptions")).interruptions;

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`It never came: ${what}`);
    await new Promise((wake) => setTimeout(wake, 20));
  }
}

test("an upload's record has its chunks, the connection that broke, its hash, what the file is and how its transcode went", async () => {
  const bytes = randomBytes(3 * MEBIBYTE);
  const id = await created(server, owner, bytes.length, file());
  await patch(server, owner, id, 0, bytes.subarray(0, MEBIBYTE));
  const broken = slowPatch(server, owner, id, MEBIBYTE, MEBIBYTE);
  broken.request.write(bytes.subarray(MEBIBYTE, MEBIBYTE + 1000));
  await until("its first bytes are there", async () => {
    const row = await findRow(services, "uploads", { id }, "offset_bytes");
    return row?.offset_bytes === MEBIBYTE + 1000;
  });
  broken.request.destroy();
  await until("the break is noted", async () => (await interruptionsOf(id)) === 1);
  await patch(server, owner, id, MEBIBYTE + 1000, bytes.subarray(MEBIBYTE + 1000));
  const plan = {
    facts: {
      container: "mov",
      durationSeconds: 12.34,
      video: { codec: "h264", width: 1920, height: 1080 },
      audio: { codec: "aac" },
    },
  };
  await updateRows(
    services,
    "transcodes",
    { project_id: project.projectId },
    {
      state: "failed",
      plan: JSON.stringify(plan),
      attempts: 3,
      started_at: new Date(),
      finished_at: new Date(),
      failure: JSON.stringify({ code: "corrupt_file", message: "This file breaks off.", retryable: false }),
    },
  );

  const record = await readUploadRecord(as(services, project.owner), grant, id);
  expect(record).toMatchObject({ chunks: 2, interruptions: 1, sha256: sha256(bytes), replaces: false });
  expect(record.entry).toMatchObject({ id, file_name: "Holiday.mp4", size_bytes: bytes.length, source: "browser" });
  expect(record.steps.map(({ type }) => type)).toEqual([
    "created",
    "complete",
    "queued",
    "probed",
    "transcoding",
    "transcode_failed",
  ]);
  const facts = Object.fromEntries(record.steps.flatMap((step) => step.facts).map(({ name, value }) => [name, value]));
  expect(facts).toMatchObject({
    container: "mov",
    video: "h264",
    picture: "1920 × 1080",
    audio: "aac",
    duration_seconds: "12.3",
    attempt: "3",
    reason: "This file breaks off.",
  });
});

test("who sees no videos reads the record of their own uploads only", async () => {
  const id = await created(server, owner, 10, file());
  const member = await aMember(services, project, ["video_add"]);
  const narrow = { ...grant, owner: false, permissions: new Set(["video_add" as const]) };
  await expect(readUploadRecord(as(services, member), narrow, id)).rejects.toMatchObject({ code: "not_found" });
  expect((await readUploadRecord(as(services, project.owner), narrow, id)).steps).toMatchObject([{ type: "created" }]);
});
