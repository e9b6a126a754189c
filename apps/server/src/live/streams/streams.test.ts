import { streamSettings, type StreamSettings } from "@kinora/contract/live/streams.ts";
import { insertRow, selectOrdered, selectRow, selectRows } from "@kinora/db/testing-rows.ts";
import { describe, expect, test } from "vitest";
import { actorOf } from "../../platform/access/caller.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { aMember, as } from "../../platform/testing.ts";
import { sharedProject } from "../../testing/fixtures.ts";
import {
  createRestream,
  deleteRestream,
  listRestreams,
  setRestreamEnabled,
  updateRestream,
} from "../restream/restreams.ts";
import { listStreamLog } from "../sessions/log.ts";
import { closeSession, openSession, readLiveStream, recordIngestEvent } from "../sessions/session-records.ts";
import { listSessions } from "../sessions/sessions.ts";
import { endStream, pauseStream, revealStreamKey, rotateStreamKey, setTestStream } from "./control.ts";
import { claimedStream, hashOfKey } from "./keys.ts";
import { readStream } from "./rows.ts";
import {
  createStream,
  deleteStream,
  duplicateStream,
  listStreams,
  setStreamEnabled,
  updateStream,
  type StreamQuery,
} from "./service.ts";

const { services, project, context } = await sharedProject();
const grant: ProjectGrant = {
  accountId: project.accountId,
  projectId: project.projectId,
  owner: true,
  permissions: new Set(["streams_manage", "tags_manage"]),
};

const settings = (name: string, more: Partial<StreamSettings> = {}) =>
  streamSettings.parse({ name, latency: "low", ...more });
const create = (name: string, more: Partial<StreamSettings> = {}) => createStream(context, grant, settings(name, more));
const page = { page: 1, per_page: 30, sort: "created_at", sort_order: "desc" } as const;
const eventsOf = async (id: number) => {
  const rows = await selectOrdered(services, "events", "id", {}, "type", "payload");
  return rows.filter(({ payload }) => payload["stream_id"] === id).map(({ type }) => type);
};
const logOf = async (id: number) => {
  const { data } = await listStreamLog(context, grant, { stream: [id], page: 1, per_page: 30 });
  return data.map(({ type }) => type);
};

/** As if an encoder had connected and its first segment were there. */
async function goLive(id: number): Promise<number> {
  const stream = await readLiveStream(services, { id });
  if (!stream) throw new Error("There is no such stream.");
  const session = await openSession(services, stream, { clientIp: "192.0.2.7", testing: false, recording: false });
  await recordIngestEvent(services, id, "connected", { event: "stream.connected" });
  await recordIngestEvent(services, id, "first_segment", {
    event: "stream.live",
    log: [{ type: "live", sessionId: session }],
  });
  return session;
}

describe("a stream", () => {
  test("may be announced when it is created", async () => {
    const startAt = new Date("2040-01-31T20:00:00Z");
    const made = await createStream(context, grant, { ...settings("An evening"), start_at: startAt });
    expect(made.start_at).toEqual(startAt);
    expect((await create("Another evening")).start_at).toBeNull();
  });

  test("is found by its name, filtered by its state, and announced", async () => {
    const stream = await create("Morning show", { tags: ["news", "News", "daily"] });
    expect(stream.tags.map(({ name }) => name)).toEqual(["News", "daily"]);
    const found = await listStreams(context, grant, { ...page, search: "morning" });
    expect(found.data.map(({ id }) => id)).toEqual([stream.id]);
    expect(found.data[0]?.state).toBe("not_active");
    const filteredBy = async (more: Partial<StreamQuery>) =>
      (await listStreams(context, grant, { ...page, search: "morning", ...more })).data.map(({ id }) => id);
    expect(await filteredBy({ recording: "true" })).toEqual([]);
    expect(await filteredBy({ recording: "false", restream: "false", from: "2020-01-01" })).toEqual([stream.id]);
    expect(await filteredBy({ to: "2020-01-01" })).toEqual([]);
    await insertRow(services, "stream_restreams", {
      stream_id: stream.id,
      name: "Elsewhere",
      platform: "custom",
      url: "",
      key_sealed: Buffer.alloc(1),
    });
    expect([await filteredBy({ restream: "true" }), await filteredBy({ restream: "false" })]).toEqual([
      [stream.id],
      [],
    ]);
    const live = await listStreams(context, grant, { ...page, search: "morning", state: ["live"] });
    expect(live.pagination.total).toBe(0);
    expect(await eventsOf(stream.id)).toEqual(["stream.created"]);
  });

  test("keeps its key sealed; every reveal is in the audit log", async () => {
    const stream = await create("Sealed");
    const key = await revealStreamKey(context, project, stream.id);
    expect(claimedStream(key)).toBe(stream.hash);
    const row = await selectRow(services, "streams", { key_hash: hashOfKey(key) });
    expect(row.id).toBe(stream.id);
    expect(row.key_sealed.includes(key)).toBe(false);
    const audited = await selectRows(
      services,
      "audit_log",
      { object_type: "stream", object_id: stream.id },
      "action",
      "actor",
    );
    expect(audited).toContainEqual({ action: "stream.key_revealed", actor: actorOf(project.owner) });
    expect(JSON.stringify(audited)).not.toContain(key);
  });

  test("with a new key refuses the old one and ends its session", async () => {
    const stream = await create("Rotated");
    const old = await revealStreamKey(context, project, stream.id);
    const session = await goLive(stream.id);
    await rotateStreamKey(context, project, stream.id);
    expect(await readLiveStream(services, { keyHash: hashOfKey(old) })).toBeNull();
    const fresh = await revealStreamKey(context, project, stream.id);
    expect((await readLiveStream(services, { keyHash: hashOfKey(fresh) }))?.id).toBe(stream.id);
    const row = await selectRow(services, "stream_sessions", { id: session }, "end_wanted");
    expect(row.end_wanted).toBe("key_rotated");
    expect(await logOf(stream.id)).toEqual(["key_rotated", "live"]);
  });

  test("is paused and unpaused only while a session is open", async () => {
    const stream = await create("Paused");
    await expect(pauseStream(context, project, stream.id, true)).rejects.toThrow("Stream is not active.");
    await goLive(stream.id);
    expect((await pauseStream(context, project, stream.id, true)).state).toBe("paused");
    expect((await pauseStream(context, project, stream.id, true)).state).toBe("paused");
    expect((await pauseStream(context, project, stream.id, false)).state).toBe("live");
    expect(await eventsOf(stream.id)).toEqual([
      "stream.created",
      "stream.connected",
      "stream.live",
      "stream.paused",
      "stream.unpaused",
    ]);
  });

  test("has one session at a time, with its outcome", async () => {
    const stream = await create("Sessions");
    const first = await goLive(stream.id);
    await recordIngestEvent(services, stream.id, "disconnected");
    expect((await readStream(services.db, project, stream.id)).state).toBe("ended");
    expect(await goLive(stream.id)).toBe(first);
    await endStream(context, project, stream.id);
    await recordIngestEvent(services, stream.id, "ended", {
      event: "stream.ended",
      work: (tx) => closeSession(tx, { streamId: stream.id, sessionId: first }, "ended_by_user", new Date()),
    });
    await expect(endStream(context, project, stream.id)).rejects.toThrow("Stream is not active.");
    const { data } = await listSessions(context, grant, { stream: [stream.id], page: 1, per_page: 30 });
    expect(data).toMatchObject([{ id: first, end_reason: "ended_by_user", reconnects: 1, client_ip: "192.0.2.7" }]);
    expect(await goLive(stream.id)).not.toBe(first);
  });

  test("is disabled with its session, duplicated without its key, and deleted permanently", async () => {
    const stream = await create("Off", { ladder: "720p", dvr_minutes: 30 });
    const copy = await duplicateStream(context, grant, stream.id);
    expect(copy).toMatchObject({ name: "Off (copy)", ladder: "720p", dvr_minutes: 30 });
    expect(await revealStreamKey(context, project, copy.id)).not.toBe(
      await revealStreamKey(context, project, stream.id),
    );
    await goLive(stream.id);
    expect((await setStreamEnabled(context, project, stream.id, false)).state).toBe("disabled");
    await expect(setTestStream(context, project, stream.id, true)).rejects.toThrow("Stream is disabled.");
    await deleteStream(context, project, copy.id);
    await expect(readStream(services.db, project, copy.id)).rejects.toThrow("does not exist");
    expect(await readLiveStream(services, { id: copy.id })).toBeNull();
  });

  test("without a change announces nothing", async () => {
    const stream = await create("Same");
    await updateStream(context, grant, stream.id, settings("Same"));
    await updateStream(context, grant, stream.id, settings("Other"));
    expect(await eventsOf(stream.id)).toEqual(["stream.created", "stream.updated"]);
  });

  test("takes new tags only from users who may add them", async () => {
    const stream = await create("Tagged");
    const member = await aMember(services, project, ["streams_manage"]);
    const less = { ...grant, owner: false, permissions: new Set(["streams_manage"] as const) };
    const change = updateStream(as(services, member), less, stream.id, settings("Tagged", { tags: ["never seen"] }));
    await expect(change).rejects.toThrow("tags_manage");
  });
});

describe("a restream target", () => {
  const target = { name: "Elsewhere", platform: "custom" as const, url: "rtmp://93.184.216.34/live" };

  test("never shows its key, is switched, changed and removed", async () => {
    const stream = await create("Restreamed");
    const row = await createRestream(context, project, stream.id, { ...target, key: "very-secret", enabled: true });
    expect(JSON.stringify(await listRestreams(context, project, stream.id))).not.toContain("very-secret");
    await setRestreamEnabled(context, project, stream.id, row.id, false);
    await updateRestream(context, project, stream.id, row.id, { ...target, name: "There", key: undefined });
    expect(await listRestreams(context, project, stream.id)).toMatchObject([
      { name: "There", enabled: false, state: "idle" },
    ]);
    await deleteRestream(context, project, stream.id, row.id);
    await expect(deleteRestream(context, project, stream.id, row.id)).rejects.toThrow("does not exist");
    const audited = await selectRows(services, "audit_log", { object_id: stream.id });
    expect(JSON.stringify(audited)).not.toContain("very-secret");
  });

  test("of another stream is not found, on this machine is refused, and there are at most five", async () => {
    const stream = await create("Five");
    const other = await create("Other stream");
    for (const url of ["rtmp://127.0.0.1/live", "rtmp://localhost/live", "rtmps://10.1.2.3/app", "rtmp://[::1]/live"])
      await expect(
        createRestream(context, project, stream.id, { ...target, url, key: "k", enabled: true }),
      ).rejects.toThrow();
    const rows = [];
    for (let count = 0; count < 5; count += 1)
      rows.push(await createRestream(context, project, stream.id, { ...target, key: "k", enabled: false }));
    await expect(createRestream(context, project, stream.id, { ...target, key: "k", enabled: true })).rejects.toThrow(
      "up to 5",
    );
    await expect(setRestreamEnabled(context, project, other.id, rows[0]?.id ?? 0, true)).rejects.toThrow(
      "does not exist",
    );
  });
});
