import { randomUUID } from "node:crypto";
import { insertRow, updateRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { addStream, sharedProject } from "../../testing/fixtures.ts";
import { checkBackup } from "../backups/verify.ts";
import { installationFigures } from "./installation-figures.ts";

const { services, project } = await sharedProject();
const { db } = services;

test("every figure of the installation is read from its database, and what waits is among them", async () => {
  const stream = await addStream(services, project);
  await updateRows(db, "streams", { id: stream.id }, { on_air: "loop" });
  await insertRow(db, "stream_hosts", {
    host: "one",
    url: "http://127.0.0.1:1",
    pid: 1,
    ladders: 3,
    ladders_used: 1.5,
    seen_at: new Date(),
  });
  await insertRow(db, "watching_views", {
    id: randomUUID(),
    project_id: project.projectId,
    item_kind: "stream",
    item_id: stream.id,
    at: new Date(),
  });
  await services.jobs.send(db, checkBackup, checkBackup.payload.parse({ backupId: 1 }));
  const read = new Map<string, unknown>();
  for (const figure of installationFigures(db)) read.set(figure.name, await figure.read());
  const one = (value: unknown) => [{ labels: {}, value }];
  expect(Object.fromEntries(read)).toEqual({
    kinora_jobs: [{ labels: { task: checkBackup.name, state: "waiting" }, value: 1 }],
    kinora_oldest_job_seconds: [{ labels: { task: checkBackup.name }, value: expect.any(Number) }],
    kinora_workers: one(0),
    kinora_transcode_speed_ratio: [],
    kinora_uploads: one(0),
    kinora_streams_on_air: [{ labels: { source: "loop" }, value: 1 }],
    kinora_ingest_reconnects: one(0),
    kinora_live_ladders: [
      { labels: { host: "one", state: "possible" }, value: 3 },
      { labels: { host: "one", state: "used" }, value: 1.5 },
    ],
    kinora_viewers: [{ labels: { kind: "stream" }, value: 1 }],
    kinora_webhook_deliveries: one(0),
    kinora_oldest_webhook_delivery_seconds: one(0),
  });
});
