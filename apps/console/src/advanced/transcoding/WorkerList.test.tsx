import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import type { TranscodingState, Worker } from "./queue-queries.ts";
import { WorkerList } from "./WorkerList.tsx";

const NOW = "2026-09-21T10:00:00.000Z";

beforeEach(signedIn);

const aWorker = (name: string, drained: boolean): Worker => ({
  ...{ id: name === "one" ? 1 : 2, name, host: name, pid: 7, version: "", started_at: NOW, seen_at: NOW },
  ...{ draining_since: drained ? NOW : null, slots: 2, slots_chosen: false, cpus: 0, cpu_share: 0 },
  ...{ memory_used_bytes: 0, memory_total_bytes: 0, disk_free_bytes: 0, disk_total_bytes: 0, jobs: [] },
});

const show = (workers: Worker[], queued: number, change: Partial<TranscodingState> = {}) =>
  renderPart(
    <WorkerList
      state={{
        ...{ workers, drained: [], paused_since: null, fair: false, effort: "fast", running: 0, queued },
        ...{ failed: 0, oldest_wait: queued === 0 ? null : 60, speed: null },
        ...change,
      }}
    />,
  );

const heldBack = () => screen.queryByText(/all workers are drained/)?.textContent ?? null;
const lane = (name: string) => within(screen.getByText(name).closest("li") ?? document.body);

test("jobs that wait while every worker is drained are said to be held back", async () => {
  await show([aWorker("one", true), aWorker("two", true)], 3);
  expect(heldBack()).toBe("3 jobs are waiting, but all workers are drained. Resume one.");
});

test("a drained worker beside one that takes jobs says how many wait that it does not take", async () => {
  await show([aWorker("one", true), aWorker("two", false)], 3);
  expect(lane("one").getByText(/Drained, doesn't take the 3 waiting jobs/)).toBeTruthy();
  expect(heldBack()).toBeNull();
});

test.each([
  ["nothing waits", 0, {}],
  ["the queue is paused, which says so itself", 3, { paused_since: NOW }],
] as const)("no job is held back by draining while %s", async (_why, queued, change) => {
  await show([aWorker("one", true)], queued, change);
  expect(heldBack()).toBeNull();
});

test("a name that is drained while no process bears it holds jobs back as well", async () => {
  await show([], 1, { drained: [{ name: "gone", since: NOW }] });
  expect(heldBack()).toContain("1 job is waiting");
});
