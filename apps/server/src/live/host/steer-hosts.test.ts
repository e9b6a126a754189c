import { insertRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { as, asUser, aUser } from "../../platform/testing.ts";
import { addStream, sharedProject } from "../../testing/fixtures.ts";
import { claimStream } from "./placement.ts";
import { drainLiveHost, listLiveHosts, resumeLiveHost } from "./steer-hosts.ts";

const { services, project } = await sharedProject();
const rootId = await aUser(services, { superuser: true });
const root = as(services, asUser(rootId, true));

const DAY_MS = 86_400_000;
beforeEach(async () => {
  await services.db.deleteFrom("streams").execute();
  await services.db.deleteFrom("stream_hosts").execute();
  const url = (address: string) => ({ url: `http://${address}:4107`, pid: 1 });
  await insertRows(services, "stream_hosts", [
    { ...url("10.0.0.8"), host: "live2" },
    { ...url("10.0.0.7"), host: "live1", ladders: 3, ladders_used: 1.5 },
    { ...url("10.0.0.9"), host: "stopped", seen_at: new Date(Date.now() - DAY_MS) },
    { ...url("10.0.0.10"), host: "long gone", seen_at: new Date(Date.now() - 8 * DAY_MS) },
  ]);
});

async function aStreamAt(host: string, values: Parameters<typeof addStream>[2]): Promise<number> {
  const { id } = await addStream(services, project, values);
  await services.db.updateTable("streams").set({ host }).where("id", "=", id).execute();
  return id;
}

const states = async () => (await listLiveHosts(services)).map(({ name, state }) => `${name}: ${state}`);

test("live hosts are listed with what they have on air, their capacity, and whether they take livestreams", async () => {
  await aStreamAt("live1", { ingest: "receiving", on_air: "live" });
  await aStreamAt("live1", { on_air: "loop" });
  await aStreamAt("live1", {});
  await drainLiveHost(root, "live2");
  const [first, ...others] = await listLiveHosts(services);
  expect(first).toEqual({
    ...{ name: "live1", url: "http://10.0.0.7:4107", state: "in_service", seen_at: expect.any(Date) },
    ...{ streams: 2, published: 1, ladders: 3, ladders_used: 1.5 },
  });
  expect(others.map(({ name, state, streams, ladders }) => [name, state, streams, ladders])).toEqual([
    ["live2", "drained", 0, null],
    ["stopped", "away", 0, null],
  ]);
});

test("a live host is drained and resumed, each with one line in the audit log however often, and others take its loops", async () => {
  const loop = await aStreamAt("live1", { on_air: "loop" });
  const config = { ...services.config, liveHost: { name: "live2", internal: null } };
  const claim = () => claimStream({ ...services, config }, loop, false);
  expect(await claim()).toMatchObject({ host: "elsewhere" });
  await drainLiveHost(root, "live1");
  await drainLiveHost(root, "live1");
  expect(await states()).toEqual(["live1: drained", "live2: in_service", "stopped: away"]);
  expect(await claim()).toMatchObject({ host: "here", moved: true });
  await resumeLiveHost(root, "live1");
  await resumeLiveHost(root, "live1");
  expect(await states()).toEqual(["live1: in_service", "live2: in_service", "stopped: away"]);
  const { rows } = await sql<{ line: string }>`
    select action || ' ' || object_title as line from audit_log where actor->>'user_id' = ${String(rootId)}
    and object_title = 'live1' order by id`.execute(services.db);
  expect(rows.map(({ line }) => line)).toEqual(["live_host.drained live1", "live_host.resumed live1"]);
});

test("what is no live host is neither drained nor resumed", async () => {
  for (const steer of [drainLiveHost, resumeLiveHost])
    await expect(steer(root, "nobody")).rejects.toMatchObject({ code: "not_found" });
});
