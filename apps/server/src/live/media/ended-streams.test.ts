import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aFragment, anInit, parsed, twoRungs } from "@kinora/media/live/live-fixtures.ts";
import { LiveTimeline } from "@kinora/media/live/timeline.ts";
import { openLocalStorage } from "@kinora/storage/local.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "../../platform/log.ts";
import { until } from "../../testing/until.ts";
import { Audience } from "../sessions/audience.ts";
import { EndedStreams, type ServedStream } from "./ended-streams.ts";
import { LiveFiles } from "./live-files.ts";
import { StreamSounds } from "./stream-sounds.ts";

const log = createLog("silent", "live");

/** A stream that sent three segments. */
async function aStream(): Promise<ServedStream & { stored(): Promise<string[]> }> {
  const folder = await mkdtemp(join(tmpdir(), "kinora-ended-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const storage = await openLocalStorage(folder);
  const files = new LiveFiles(storage, "live/7", 0, log);
  const timeline = new LiveTimeline({ rungs: twoRungs, windowSeconds: 60, sink: files, now: () => Date.now() });
  files.attach(timeline);
  const inits = new Map(twoRungs.map((one) => [one.label, anInit(one)]));
  const source = timeline.startSource({ kind: "live", inits });
  for (let at = 0; at < 5; at += 0.5)
    for (const { label } of twoRungs) timeline.append(source, label, aFragment(at, 0.5, at % 2 === 0));
  await files.written();
  const stored = async () => {
    const names: string[] = [];
    for await (const { key } of storage.list("live/7/")) names.push(key.slice("live/7/".length));
    return names.toSorted();
  };
  const looped = { read: () => Promise.resolve(null) };
  return {
    ...{ hash: "harbour", stream: { id: 7 }, timeline, files, audience: new Audience(), stored },
    looped: looped as unknown as ServedStream["looped"],
    stopped: new AbortController().signal,
    captions: null,
    sounds: new StreamSounds(timeline, files),
    mayGet: () => false,
  };
}

test("an ended stream's playlist has its end and its media, until all but its newest segment is deleted", async () => {
  const ended = new EndedStreams(log, 0);
  const stream = await aStream();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  ended.keep(stream);
  expect(ended.find("harbour")).toBe(stream);
  expect(ended.find("elsewhere")).toBeUndefined();
  const playlist = parsed(stream.timeline, "180p");
  expect([playlist.endlist, playlist.segments.length]).toEqual([true, 3]);
  for (const { uri } of playlist.segments)
    expect(await stream.files.readReachable(`180p/${uri}`), uri).toBeInstanceOf(Buffer);
  expect(await stream.files.readReachable("180p/99.m4s")).toBeNull();
  // Its segments are five seconds in all.
  vi.advanceTimersByTime(4_900);
  expect(ended.find("harbour")).toBe(stream);
  vi.advanceTimersByTime(200);
  vi.useRealTimers();
  expect(ended.find("harbour")).toBeUndefined();
  await until(async () => (await stream.stored()).length === 4);
  expect(await stream.stored()).toEqual(["180p/2.m4s", "180p/init-1.mp4", "90p/2.m4s", "90p/init-1.mp4"]);
});

test("a restarted stream serves its own playlist, and one without media has no ended playlist", async () => {
  const ended = new EndedStreams(log);
  const stream = await aStream();
  ended.keep(stream);
  ended.forget(7);
  expect(ended.find("harbour")).toBeUndefined();
  expect((await stream.stored()).length).toBeGreaterThan(4);
  const timeline = new LiveTimeline({ rungs: twoRungs, windowSeconds: 60, sink: stream.files, now: () => Date.now() });
  ended.keep({ ...stream, timeline });
  expect(ended.find("harbour")).toBeUndefined();
  ended.close();
});
