import { expect, test } from "vitest";
import type { StreamLogEntry, StreamRecording } from "../queries.ts";
import { cutOf, ingestSpans, onAirSpans, recordingSpans, restreamSpans } from "./timeline-lanes.ts";

const second = (at: number) => new Date(at * 1000).toISOString();
/** Events in the order in which they happened, as the API answers them: newest first. */
const log = (...events: [at: number, type: StreamLogEntry["type"], detail?: string][]) =>
  events.map(([at, type, detail = ""]) => ({ at: second(at), type, detail })).toReversed();
const seconds = (spans: readonly { fromMs: number; toMs: number }[]) =>
  spans.map(({ fromMs, toMs }) => [fromMs / 1000, toMs / 1000]);
const day = { fromMs: 0, toMs: 1_000_000 };

test("ingest is a session without the time its encoder was away", () => {
  const session = { started_at: second(100), ended_at: second(200) };
  const away = log([100, "connected"], [130, "disconnected"], [150, "connected"], [200, "ended"]);
  expect(seconds(ingestSpans([session], away, 1_000_000))).toEqual([
    [100, 130],
    [150, 200],
  ]);
  expect(seconds(ingestSpans([{ ...session, ended_at: null }], [], 1_000_000))).toEqual([[100, 1000]]);
});

test("what was on air follows from the log, and what is on air from the livestream", () => {
  const events = log(
    [100, "connected"],
    [110, "live"],
    [200, "paused"],
    [250, "unpaused"],
    [300, "ended"],
    [301, "loop"],
  );
  expect(
    onAirSpans(events, "loop", day).map(({ source, fromMs, toMs }) => [source, fromMs / 1000, toMs / 1000]),
  ).toEqual([
    ["live", 110, 200],
    ["slate", 200, 250],
    ["live", 250, 300],
    ["loop", 301, 1000],
  ]);
  expect(onAirSpans([], "loop", day)).toEqual([{ ...day, source: "loop" }]);
  expect(onAirSpans([], "nothing", day)).toEqual([]);
});

test("a restream target is up until it is down, off, or the session ends", () => {
  const events = log(
    [10, "restream_up", "Town hall"],
    [20, "restream_down", "Town hall: refused"],
    [30, "restream_up", "Town hall"],
    [40, "ended"],
    [50, "restream_up", "Other"],
  );
  expect(seconds(restreamSpans(events, 60_000))).toEqual([
    [10, 20],
    [30, 40],
    [50, 60],
  ]);
});

const recording: StreamRecording = {
  id: 4,
  kind: "recording",
  state: "ready",
  started_at: second(100),
  ended_at: second(200),
  seconds: 98,
  trim: null,
  problem: null,
  video: { id: 1, title: "Harbour", status: "complete", published: false },
};
const limits = { nowMs: 300_000, reachSeconds: 60, leastSeconds: { clip: 5, trim: 1 } };

test("a chosen part within a recording becomes a video, as far as there is a recording", () => {
  const spans = recordingSpans([recording], 300_000);
  expect(cutOf({ fromMs: 150_000, toMs: 400_000 }, spans, limits)).toEqual({
    clipSeconds: null,
    saved: { recordingId: 4, fromSeconds: 50, toSeconds: 98 },
  });
  expect(cutOf({ fromMs: 0, toMs: 50_000 }, spans, limits).saved).toBeNull();
  expect(
    cutOf({ fromMs: 150_000, toMs: 160_000 }, recordingSpans([{ ...recording, video: null }], 300_000), limits).saved,
  ).toBeNull();
});

test("a chosen part that began within the last seconds becomes a clip until now", () => {
  expect(cutOf({ fromMs: 260_000, toMs: 290_000 }, [], limits).clipSeconds).toBe(40);
  expect(cutOf({ fromMs: 200_000, toMs: 290_000 }, [], limits).clipSeconds).toBeNull();
});
