import { selectRow, selectRows } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { expect, test, vi } from "vitest";
import { patient } from "../../../../../tools/setup/patience.mjs";
import { runTasks } from "../../platform/jobs/worker.ts";
import { tasks } from "../../rooms.ts";
import { sharedProject, ownedBy } from "../../testing/fixtures.ts";
import { storeSourceVideo } from "../../testing/source-video.ts";
import { until } from "../../testing/until.ts";
import { sendWork } from "../encoding/send-work.ts";
import type { StoredPlan } from "../encoding/transcode.ts";
import { queueTranscode } from "../queue.ts";

// Real encodes: on a busy machine they take a while.
vi.setConfig({ testTimeout: patient(120_000) });

const { services, project } = await sharedProject();

const aStreamableVideo = async () =>
  storeSourceVideo(services, project, await clip("streamable", { width: 320, height: 180, durationSeconds: 20 }));

test("a source still being cut when every rung is ready is dropped with its files", async () => {
  const id = await aStreamableVideo();
  const cut = Promise.withResolvers<void>();
  const complete = Promise.withResolvers<void>();
  const { storage } = services;
  const put: typeof storage.put = async (key, body, options) => {
    if (key.endsWith("v1/source/00001.m4s")) {
      cut.resolve();
      await complete.promise;
    }
    return storage.put(key, body, options);
  };
  const slow = new Proxy(storage, {
    get(target, name): unknown {
      if (name === "put") return put;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (...args: unknown[]): unknown => Reflect.apply(value, target, args) : value;
    },
  });
  const worker = await runTasks({ ...services, storage: slow }, tasks, []);
  try {
    const place = { id, ...ownedBy(project) };
    const transcodeId = await services.db.transaction().execute((tx) => queueTranscode(services, tx, place));
    await cut.promise;
    // As a retry does while the source is cut again.
    await services.db.transaction().execute(async (tx) => {
      const { plan, attempts, priority } = await selectRow(tx, "transcodes", { id: transcodeId });
      await sendWork(
        services,
        tx,
        { id: transcodeId, account_id: project.accountId, attempt: attempts, priority },
        plan as StoredPlan,
      );
    });
    await until(async () => (await selectRow(services, "videos", { id }, "status")).status === "complete");
    complete.resolve();
  } finally {
    complete.resolve();
    // Closing waits for running jobs.
    await worker.close();
  }
  const renditions = await selectRows(services, "renditions", { video_id: id }, "kind", "state");
  expect(renditions.length).toBeGreaterThan(0);
  expect(renditions.filter(({ state, kind }) => state !== "complete" || kind === "source")).toEqual([]);
  for await (const { key } of storage.list(`assets/${id}/v1/source`)) expect.fail(`${key} is left.`);
});
