import { insertRow, insertRows } from "@kinora/db/testing-rows.ts";
import { beforeAll, expect, test } from "vitest";
import { newHash } from "../../platform/secrets/hash.ts";
import { aProject } from "../../platform/testing.ts";
import { sharedServices } from "../../testing/fixtures.ts";
import { newStreamKey } from "../streams/keys.ts";
import { StreamFingerprints } from "./stream-fingerprints.ts";

let ids: number[];
let accountId: number;
const own = { projectId: 0 };

const services = await sharedServices();

beforeAll(async () => {
  const project = await aProject(services);
  ({ accountId } = project);
  own.projectId = project.projectId;
  const rows = await insertRows(
    services,
    "streams",
    [0, 1].map(() => {
      const hash = newHash();
      const owned = { project_id: project.projectId, account_id: accountId, created_by: project.ownerId };
      return { ...owned, hash, name: hash, ...newStreamKey(services, hash) };
    }),
  );
  ids = rows.map(({ id }) => id);
});

const owned = () => ({ stream_id: ids[0] ?? 0, project_id: own.projectId, account_id: accountId });

test("streams are returned when they changed, and all of them every sixth round", async () => {
  const { db } = services;
  const fingerprints = new StreamFingerprints(services);
  const [first = 0, second = 0] = ids;
  expect(await fingerprints.changed([])).toEqual([]);
  expect(await fingerprints.changed(ids)).toEqual(ids);
  expect(await fingerprints.changed(ids)).toEqual([]);
  await db.updateTable("streams").set({ paused: true }).where("id", "=", second).execute();
  expect(await fingerprints.changed(ids)).toEqual([second]);
  fingerprints.forget(first);
  expect(await fingerprints.changed(ids)).toEqual([first]);
  expect(await fingerprints.changed(ids)).toEqual([]);
  expect(await fingerprints.changed(ids)).toEqual(ids);
});

test("sessions, targets, recordings and accounts count as changes; a recording to finalize is retried", async () => {
  const { db } = services;
  const fingerprints = new StreamFingerprints(services);
  const [first = 0] = ids;
  const at = new Date();
  const session = () => db.insertInto("stream_sessions").values({ ...owned(), started_at: at, client_ip: "192.0.2.7" });
  const target = { stream_id: first, name: "Elsewhere", platform: "custom" as const, url: "rtmp://192.0.2.8/live" };
  const recording = { ...owned(), kind: "recording" as const, started_at: at };
  const changes = [
    () => session().execute(),
    () => db.updateTable("stream_sessions").set({ end_wanted: "ended_by_user" }).execute(),
    () => insertRow(db, "stream_restreams", { ...target, key_sealed: Buffer.from("key") }),
    () => insertRow(db, "stream_recordings", { ...recording, state: "recording" }),
  ];
  await fingerprints.changed(ids);
  for (const change of changes) {
    await change();
    expect(await fingerprints.changed(ids)).toEqual([first]);
  }
  // As often as it takes, whether anything changes or not.
  const waiting = new StreamFingerprints(services);
  await db.updateTable("stream_recordings").set({ state: "stopping", ended_at: at }).execute();
  await waiting.changed(ids);
  expect(await waiting.changed(ids)).toEqual([first]);
  await db.updateTable("accounts").set({ status: "suspended" }).where("id", "=", accountId).execute();
  expect(await waiting.changed(ids)).toEqual(ids);
});
