import { expect, test, vi } from "vitest";
import { createUploadQueue, type TransferEvents, type UploadItem } from "./queue.ts";

function setUp() {
  const started: { item: UploadItem; events: TransferEvents; pause: () => void; cancel: () => Promise<void> }[] = [];
  const queue = createUploadQueue({
    startTransfer(item, events) {
      const transfer = { pause: vi.fn<() => void>(), cancel: vi.fn<() => Promise<void>>().mockResolvedValue() };
      started.push({ item, events, ...transfer });
      return transfer;
    },
    findVideo: () => Promise.resolve(77),
    now: () => 0,
  });
  const file = (name: string) => new File(["0123456789"], name, { type: "video/mp4" });
  const states = () => queue.store.get().items.map(({ state }) => state);
  return { queue, started, file, states };
}

test("three files are sent at once, the fourth waits for its turn", () => {
  const { queue, started, file, states } = setUp();
  for (const name of ["a.mp4", "b.mp4", "c.mp4", "d.mp4"]) queue.add(3, file(name), null);
  expect(states()).toEqual(["uploading", "uploading", "uploading", "waiting"]);
  started[0]!.events.onSent();
  expect(states()).toEqual(["sent", "uploading", "uploading", "uploading"]);
});

test("a paused upload continues at the address it has", () => {
  const { queue, started, file, states } = setUp();
  queue.add(3, file("a.mp4"), null);
  started[0]!.events.onAddress("http://api/uploads/u1");
  started[0]!.events.onProgress(4);
  queue.pause(1);
  expect(started[0]!.pause).toHaveBeenCalledOnce();
  expect(states()).toEqual(["paused"]);
  queue.resume(1);
  expect(started[1]!.item).toMatchObject({ uploadUrl: "http://api/uploads/u1", sentBytes: 4 });
});

test("an upload the server gave up starts again automatically", () => {
  const { queue, started, file } = setUp();
  queue.add(3, file("a.mp4"), "http://api/uploads/old");
  started[0]!.events.onFailure({ message: null, gone: true });
  expect(started[1]!.item).toMatchObject({ uploadUrl: null, sentBytes: 0, restarted: true });
});

test("a failed upload keeps its reason and can be retried", () => {
  const { queue, started, file, states } = setUp();
  queue.add(3, file("a.mp4"), null);
  started[0]!.events.onFailure({ message: "The disk is full.", gone: false });
  expect(queue.store.get().items[0]).toMatchObject({ state: "failed", error: "The disk is full." });
  queue.resume(1);
  expect(states()).toEqual(["uploading"]);
});

test("a cancelled upload is thrown away on the server too, even when it was paused", () => {
  const { queue, started, file, states } = setUp();
  queue.add(3, file("a.mp4"), null);
  started[0]!.events.onAddress("http://api/uploads/u1");
  queue.pause(1);
  queue.cancel(1);
  expect(states()).toEqual(["cancelled"]);
  expect(started[1]!.cancel).toHaveBeenCalledOnce();
});

test("what a stopped transfer still reports is ignored", () => {
  const { queue, started, file } = setUp();
  queue.add(3, file("a.mp4"), null);
  queue.pause(1);
  started[0]!.events.onFailure({ message: "too late", gone: false });
  started[0]!.events.onProgress(9);
  expect(queue.store.get().items[0]).toMatchObject({ state: "paused", sentBytes: 0, error: null });
});

test("a row learns which video it became", async () => {
  const { queue, started, file } = setUp();
  queue.add(3, file("a.mp4"), null);
  started[0]!.events.onAddress("http://api/uploads/u1");
  await vi.waitFor(() => expect(queue.store.get().items[0]?.videoId).toBe(77));
});

test("the number of files sent at once can be changed under way", () => {
  const { queue, started, file, states } = setUp();
  for (const name of ["a.mp4", "b.mp4", "c.mp4", "d.mp4", "e.mp4"]) queue.add(3, file(name), null);
  queue.setConcurrency(5);
  expect(states()).toEqual(["uploading", "uploading", "uploading", "uploading", "uploading"]);
  queue.setConcurrency(1);
  queue.add(3, file("f.mp4"), null);
  for (const { events } of started.slice(0, 4)) events.onSent();
  expect(states().at(-1)).toBe("waiting");
  started[4]!.events.onSent();
  expect(states().at(-1)).toBe("uploading");
});

test("parts that are sent again are counted", () => {
  const { queue, started, file } = setUp();
  queue.add(3, file("a.mp4"), null);
  started[0]!.events.onRetry();
  started[0]!.events.onRetry();
  expect(queue.store.get().items[0]?.retries).toBe(2);
});

test("another file takes the place of one that failed, and what arrived of the first is thrown away", () => {
  const { queue, started, file } = setUp();
  queue.add(3, file("broken.mp4"), null);
  started[0]!.events.onAddress("http://api/uploads/u1");
  started[0]!.events.onFailure({ message: "This file is no video.", gone: false });
  queue.replaceFile(1, file("whole.mp4"));
  expect(started[1]!.cancel).toHaveBeenCalledOnce();
  expect(started[2]!.item).toMatchObject({ title: "whole", uploadUrl: null, sentBytes: 0, error: null });
  expect(queue.store.get().items).toHaveLength(1);
});
