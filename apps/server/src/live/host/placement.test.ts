import { insertRows } from "@kinora/db/testing-rows.ts";
import { beforeEach, expect, test } from "vitest";
import { addStream, sharedProject } from "../../testing/fixtures.ts";
import { claimStream, lostStreams, setDraining } from "./placement.ts";

const { services, project } = await sharedProject();

type HostName = "small" | "large";
/** The services of a live host's process. */
const at = (name: HostName) => ({
  ...services,
  config: { ...services.config, liveHost: { name, internal: null } },
});
const claim = async (name: HostName, id: number, withPublisher = false) => {
  const claimed = await claimStream(at(name), id, withPublisher);
  return claimed.host === "here" ? { moved: claimed.moved } : { free: claimed.free };
};
const MOVES = { moved: true };
const STAYS = { free: false };
/** The other host should have it. */
const PASSES_ON = { free: true };

async function aStreamAt(host: string | null, values: Parameters<typeof addStream>[2] = {}): Promise<number> {
  const { id } = await addStream(services, project, values);
  await services.db.updateTable("streams").set({ host }).where("id", "=", id).execute();
  return id;
}

beforeEach(async () => {
  await services.db.deleteFrom("streams").execute();
  await services.db.deleteFrom("stream_hosts").execute();
  const row = { url: "http://10.0.0.7:4107", pid: 1 };
  await insertRows(services, "stream_hosts", [
    { ...row, host: "small", ladders: 1 },
    { ...row, host: "large", ladders: 3, ladders_used: 1 },
    { ...row, host: "down", ladders: 9, seen_at: new Date(0) },
  ]);
});

test("what nobody publishes to begins on the host with most free capacity, wherever it was last", async () => {
  for (const host of [null, "small", "large", "down"] as const) {
    const id = await aStreamAt(host);
    expect([host, await claim("small", id)]).toEqual([host, PASSES_ON]);
    expect([host, await claim("large", id)]).toEqual([host, { moved: host === "small" || host === "down" }]);
  }
});

test("what begins is spread as hosts fill, also with what costs them little", async () => {
  const row = { ladders_used: 2 };
  await services.db.updateTable("stream_hosts").set(row).where("host", "=", "large").execute();
  const places: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const id = await aStreamAt(null);
    for (const name of ["small", "large"] as const) {
      if (!("moved" in (await claim(name, id)))) continue;
      places.push(name);
      break;
    }
    await services.db.updateTable("streams").set({ on_air: "loop" }).where("id", "=", id).execute();
  }
  expect(places).toEqual(["small", "large", "small", "large"]);
});

test("what is on air stays on its host, and a publisher may take it to any", async () => {
  const loop = await aStreamAt("small", { on_air: "loop" });
  expect(await claim("large", loop)).toEqual(STAYS);
  expect(await claim("small", loop)).toEqual({ moved: false });
  expect(await claim("large", loop, true)).toEqual(MOVES);
  expect(await claim("small", loop, true)).toEqual(MOVES);
  const published = await aStreamAt("large", { ingest: "receiving", on_air: "live" });
  expect(await claim("small", published, true)).toEqual(STAYS);
});

test("what a host that is down had on air is taken over by the one with most free capacity", async () => {
  const id = await aStreamAt("down", { ingest: "receiving", on_air: "live" });
  expect(await lostStreams(at("small"))).toEqual([id]);
  expect(await claim("small", id)).toEqual(PASSES_ON);
  expect(await claim("large", id)).toEqual(MOVES);
  expect(await lostStreams(at("small"))).toEqual([]);
});

test("a drained host keeps what is published to it, and loses everything else", async () => {
  const published = await aStreamAt("large", { ingest: "receiving", on_air: "live" });
  const [loop, slate] = [await aStreamAt("large", { on_air: "loop" }), await aStreamAt("large", { ingest: "lost" })];
  expect(await lostStreams(at("small"))).toEqual([]);
  expect(await setDraining(services, "large", true)).toBe("changed");
  expect(await lostStreams(at("small"))).toEqual([loop, slate]);
  // It does not take back what it has lost.
  expect(await lostStreams(at("large"))).toEqual([]);
  expect(await claim("small", published)).toEqual(STAYS);
  expect(await claim("small", loop)).toEqual(MOVES);
  expect(await claim("small", slate)).toEqual(MOVES);
  expect(await claim("large", await aStreamAt("large"))).toEqual(PASSES_ON);
  expect(await setDraining(services, "large", true)).toBe("unchanged");
  expect(await setDraining(services, "unknown", true)).toBe("unknown");
});

test("where all hosts are drained, or only one runs, that one continues", async () => {
  for (const host of ["small", "large"]) await setDraining(services, host, true);
  expect(await claim("small", await aStreamAt(null))).toEqual({ moved: false });
  await services.db.deleteFrom("stream_hosts").where("host", "=", "large").execute();
  expect(await claim("small", await aStreamAt("large", { on_air: "loop" }))).toEqual(MOVES);
});
