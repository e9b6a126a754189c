import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { aVideo, aVideoPage } from "../testing/videos.ts";
import { applyProgress, inProgressVideosQuery, patchVideo, refreshWaiting, type VideoPage } from "./videos.ts";

const key = inProgressVideosQuery(3).queryKey;

function clientWith(page: VideoPage): QueryClient {
  const client = new QueryClient();
  client.setQueryData(key, page);
  return client;
}

// spec: 4.21
test("a pushed progress moves the row it belongs to, and no other", () => {
  const client = clientWith(
    aVideoPage([
      aVideo({ id: 1, status: "in_queue", queue_position: 2 }),
      aVideo({ id: 2, status: "processing", progress: 5 }),
    ]),
  );
  applyProgress(client, { id: 1, progress: 42, eta: 90 });
  const rows = client.getQueryData<VideoPage>(key)?.data;
  expect(rows?.[0]).toMatchObject({ status: "processing", progress: 42, eta: 90, queue_position: null });
  expect(rows?.[1]).toMatchObject({ progress: 5 });
});

// spec: 4.19
test("a finished conversion makes the lists be read again", () => {
  const client = clientWith(aVideoPage([aVideo({ id: 1, status: "processing" })]));
  applyProgress(client, { id: 1, progress: 100, eta: 0 });
  expect(client.getQueryState(key)?.isInvalidated).toBe(true);
});

test("a change of a video nobody shows changes nothing", () => {
  const page = aVideoPage([aVideo({ id: 1 })]);
  const client = clientWith(page);
  patchVideo(client, 99, { published: true });
  expect(client.getQueryData(key)).toBe(page);
});

test("counts that are kept beside the lists are left alone", () => {
  const client = clientWith(aVideoPage([aVideo({ id: 1 })]));
  const counts = { data: { completed: 1 } };
  client.setQueryData(["videos", 3, "counts"], counts);
  patchVideo(client, 1, { title: "Anew" });
  expect(client.getQueryData(["videos", 3, "counts"])).toBe(counts);
  expect(client.getQueryData(key)?.data[0]?.title).toBe("Anew");
});

test("when a video of the queue changes, each one that waits is asked for its place again, and no other", () => {
  const client = new QueryClient();
  client.setQueryData(["video", 1], aVideo({ id: 1, status: "in_queue", queue_position: 3 }));
  client.setQueryData(["video", 2], aVideo({ id: 2, status: "in_queue", queue_position: 3 }));
  client.setQueryData(["video", 3], aVideo({ id: 3, status: "complete" }));
  client.setQueryData(["video", 1, "activity"], { data: [] });
  refreshWaiting(client);
  const again = [[1], [2], [3], [1, "activity"]].map((rest) => client.getQueryState(["video", ...rest])?.isInvalidated);
  expect(again).toEqual([true, true, false, false]);
});
