import { updateRows } from "@kinora/db/testing-rows.ts";
import type { KyselyPlugin } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { newHash } from "../../platform/secrets/hash.ts";
import { aVideo } from "../../playback/testing.ts";
import { sharedProject } from "../../testing/fixtures.ts";
import { until } from "../../testing/until.ts";
import { newStreamKey } from "../streams/keys.ts";
import { LiveHost } from "./live-host.ts";

const HEARTBEAT_MS = 5_000;

let host: LiveHost | null = null;
let statements: string[] = [];
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    statements.push(JSON.stringify(node));
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

const { services, project } = await sharedProject({ KINORA_LIVE_LADDERS: "4" });
afterEach(async () => {
  vi.useRealTimers();
  await host?.close();
  host = null;
});

/** Channels with a loop that shows nothing: half have no video yet, half play only after an encoder that was lost. */
async function idleChannels(count: number): Promise<number[]> {
  const { projectId: project_id, accountId: account_id, ownerId: created_by } = project;
  const pending = await aVideo(services, project, { title: "Being made", status: "in_queue" });
  const complete = await aVideo(services, project, { title: "Complete" });
  const rows = Array.from({ length: count }, (_, at) => {
    const hash = newHash();
    const choice = { loop_before_live: at % 2 === 0, loop_on_disconnect: true };
    return {
      project_id,
      account_id,
      created_by,
      hash,
      name: `Channel ${at}`,
      ...choice,
      ...newStreamKey(services, hash),
    };
  });
  const made = await services.db.insertInto("streams").values(rows).returning("id").execute();
  const items = made.map(({ id }, at) => ({
    stream_id: id,
    project_id,
    position: 0,
    video_id: at % 2 === 0 ? pending.id : complete.id,
  }));
  await services.db.insertInto("stream_loop_items").values(items).execute();
  return made.map(({ id }) => id);
}

/** Statements of one heartbeat, of which the last looks for recordings. */
async function ofOneBeat(): Promise<number> {
  statements = [];
  await until(async () => {
    // One that comes while the last one still runs does nothing.
    if (statements.length === 0) vi.advanceTimersByTime(HEARTBEAT_MS);
    return statements.some((statement) => statement.includes('"stream_recordings"'));
  });
  return statements.length;
}

test("a heartbeat takes as many statements with 200 idle channels as with two, and finds one that is switched to its loop", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await idleChannels(2);
  host = new LiveHost({ ...services, db: services.db.withPlugin(counting) });
  await host.begin("http://127.0.0.1:9", 0);
  const few = await ofOneBeat();
  const ids = await idleChannels(200);
  expect(await ofOneBeat()).toBe(few);
  await updateRows(services, "streams", { id: ids[1] ?? 0 }, { switched_to: "loop" });
  expect(await ofOneBeat()).toBeGreaterThan(few);
});
