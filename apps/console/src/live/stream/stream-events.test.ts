import { expect, test } from "vitest";
import { restreamState, streamState, streamStats } from "./stream-events.ts";

test("a pushed state is read, and anything else is not one", () => {
  const push = { id: 3, state: "live", label: "Stream is live", paused: false, on_air: "live" };
  expect(streamState(push)).toEqual(push);
  expect(streamState({ ...push, state: "asleep" })).toBeNull();
  expect(streamState({ ...push, id: "3" })).toBeNull();
  expect(streamState(null)).toBeNull();
});

test("a push of health keeps what is known and leaves the rest unknown", () => {
  const stats = streamStats({ id: 3, viewers: 2, uptime_seconds: 65, bitrate_kbps: 4200, width: "wide" });
  expect(stats).toMatchObject({
    id: 3,
    viewers: 2,
    uptime_seconds: 65,
    bitrate_kbps: 4200,
    width: null,
    encoder: null,
  });
  expect(stats).toMatchObject({ latency_seconds: null, rebuffer_percent: null });
  const told = { id: 3, viewers: 2, uptime_seconds: 65, latency_seconds: 0.7, rebuffer_percent: 1.5 };
  expect(streamStats(told)).toMatchObject({ latency_seconds: 0.7, rebuffer_percent: 1.5 });
  expect(streamStats({ id: 3, viewers: 2 })).toBeNull();
});

test("a push of a restream target says how it stands", () => {
  expect(restreamState({ id: 1, stream_id: 3, state: "reconnecting", detail: "Refused.", attempts: 3 })).toEqual({
    id: 1,
    stream_id: 3,
    state: "reconnecting",
    detail: "Refused.",
    attempts: 3,
    sent_kbps: null,
  });
  const connected = { id: 1, stream_id: 3, state: "connected", detail: "", attempts: 0, sent_kbps: 4480 };
  expect(restreamState(connected)).toEqual(connected);
  expect(restreamState({ id: 1, state: "connected" })).toBeNull();
});
