import { insertRows, updateRows } from "@kinora/db/testing-rows.ts";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { chores } from "../../rooms.ts";
import { addStream, sharedProject } from "../../testing/fixtures.ts";
import { forgetLiveHosts } from "./forget-hosts.ts";
import { LiveHost } from "./live-host.ts";

const { services, project } = await sharedProject({ KINORA_LIVE_LADDERS: "4" });

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

beforeEach(async () => {
  await services.db.deleteFrom("streams").execute();
  await services.db.deleteFrom("stream_hosts").execute();
});

const hosts = async () =>
  (await services.db.selectFrom("stream_hosts").select("host").orderBy("host").execute()).map(({ host }) => host);

test("hosts that have been away for 30 days are deleted, unless a livestream on air is theirs", async () => {
  const away = { url: "http://10.0.0.7:4107", pid: 1, seen_at: daysAgo(31) };
  await insertRows(services, "stream_hosts", [
    { ...away, host: "gone" },
    { ...away, host: "had a livestream" },
    { ...away, host: "has a livestream" },
    { ...away, host: "has a loop" },
    { ...away, host: "last month", seen_at: daysAgo(29) },
  ]);
  await addStream(services, project, { host: "had a livestream" });
  await addStream(services, project, { host: "has a livestream", ingest: "receiving" });
  await addStream(services, project, { host: "has a loop", on_air: "loop" });
  expect(chores).toContain(forgetLiveHosts);
  await forgetLiveHosts.run(services);
  expect(await hosts()).toEqual(["has a livestream", "has a loop", "last month"]);
});

test("a host that was deleted while it slept is back with its next heartbeat, with its capacity", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const host = new LiveHost(services);
  onTestFinished(() => host.close());
  await host.begin("http://127.0.0.1:9", 0);
  const row = services.db.selectFrom("stream_hosts").select(["url", "ladders"]);
  const there = { url: "http://127.0.0.1:9", ladders: 4 };
  await vi.waitFor(async () => expect(await row.executeTakeFirst()).toEqual(there));
  await updateRows(services, "stream_hosts", {}, { seen_at: daysAgo(31) });
  await forgetLiveHosts.run(services);
  vi.advanceTimersByTime(5_000);
  await vi.waitFor(async () => expect(await row.executeTakeFirst()).toEqual(there));
});
