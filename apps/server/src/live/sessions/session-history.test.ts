import type { StreamStatsPush } from "@kinora/domain/realtime.ts";
import { expect, test } from "vitest";
import { SessionHistory } from "./session-history.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

const push = (viewers: number): StreamStatsPush => ({
  ...{ id: 7, video_codec: "avc1.640028", audio_codec: "mp4a.40.2", width: 1280, height: 720, frame_rate: 30 },
  ...{ bitrate_kbps: 4500, keyframe_seconds: 2, audio_level_db: null, encoder: "OBS", encode_speed: 1 },
  ...{
    left_out: ["1080p"],
    left_out_tracks: [],
    delay_seconds: 0.1,
    segment_seconds: 2,
    viewers,
    latency_seconds: null,
  },
  ...{ rebuffer_percent: null, captions: null, uptime_seconds: viewers },
});

/** The history of a session that reported each second for so long, by its number of viewers. */
function toldFor(seconds: number): SessionHistory {
  const history = new SessionHistory();
  for (let second = 0; second < seconds; second += 1) history.add(1, second * SECOND, push(second));
  return history;
}

test("a sample has its values and its age", () => {
  expect(toldFor(3).list("minutes", 2.5 * SECOND)).toEqual([
    expect.objectContaining({ ago_ms: 2500, viewers: 0 }),
    expect.objectContaining({ ago_ms: 1500, viewers: 1 }),
    {
      ...{ ago_ms: 500, bitrate_kbps: 4500, frame_rate: 30, keyframe_seconds: 2, audio_level_db: null },
      ...{ encode_speed: 1, left_out: ["1080p"], delay_seconds: 0.1, segment_seconds: 2, viewers: 2 },
      ...{ latency_seconds: null, rebuffer_percent: null },
    },
  ]);
});

test("the history has a sample per second for five minutes, per ten seconds for an hour, per two minutes for a day", () => {
  const seconds = 30 * 3600;
  const history = toldFor(seconds);
  const now = (seconds - 1) * SECOND;
  const agoOf = (span: "minutes" | "hour" | "session") => history.list(span, now).map(({ ago_ms: ago }) => ago);
  expect(agoOf("minutes")).toEqual(Array.from({ length: 300 }, (_, at) => (299 - at) * SECOND));
  const [hour, session] = [agoOf("hour"), agoOf("session")];
  expect(hour.length).toBeGreaterThan(340);
  expect(hour.length).toBeLessThan(365);
  expect(hour[0]).toBeGreaterThan(HOUR - 20 * SECOND);
  expect(session.length).toBeGreaterThan(600);
  expect(session.length).toBeLessThan(725);
  expect(session[0]).toBeGreaterThan(24 * HOUR - 240 * SECOND);
  for (const looks of [hour, session]) expect(looks.at(-1)).toBe(0);
});

test("a short session is listed whole, with as many samples as a day", () => {
  expect(toldFor(20).list("session", 19 * SECOND)).toHaveLength(20);
  const twoHours = toldFor(7200).list("session", 7199 * SECOND);
  expect(twoHours.length).toBeGreaterThan(300);
  expect(twoHours.length).toBeLessThan(725);
});

test("another session clears the history", () => {
  const history = toldFor(3);
  history.add(2, 3 * SECOND, push(9));
  expect(history.list("session", 3 * SECOND).map(({ viewers }) => viewers)).toEqual([9]);
});
