import { expect, test } from "vitest";
import { onAirSource, type OnAirFacts } from "./on-air.ts";

const IDLE: OnAirFacts = {
  enabled: true,
  paused: false,
  ingest: "none",
  switched_to: "live",
  loop: { before_live: true, on_disconnect: true, when_paused: false },
  canLoop: true,
  lastEnd: null,
};
const NEVER = { before_live: false, on_disconnect: false, when_paused: false };
const noLoop = { canLoop: false } as const;

test.each<[string, Partial<OnAirFacts>, string]>([
  ["the loop before anybody publishes", {}, "loop"],
  ["nothing where the loop is not for that", { loop: NEVER }, "nothing"],
  ["nothing without a loop", noLoop, "nothing"],
  ["nothing while it is disabled", { enabled: false, switched_to: "loop" }, "nothing"],
  ["the encoder's picture, and what was there until it comes", { ingest: "connecting" }, "live"],
  ["the encoder's picture", { ingest: "receiving" }, "live"],
  ["the slate within the reconnect window", { ingest: "lost" }, "slate"],
  [
    "the loop after the reconnect window",
    { lastEnd: "publisher_left", loop: { ...NEVER, on_disconnect: true } },
    "loop",
  ],
  [
    "nothing after it where the loop is not for that",
    { lastEnd: "publisher_left", loop: { ...NEVER, before_live: true } },
    "nothing",
  ],
  ["the loop before live, after a session was ended by hand", { lastEnd: "ended_by_user" }, "loop"],
  ["the slate while paused", { ingest: "receiving", paused: true }, "slate"],
  [
    "the loop while paused, where it is for that",
    { ingest: "receiving", paused: true, loop: { ...NEVER, when_paused: true } },
    "loop",
  ],
  [
    "the slate while paused with a loop that has nothing",
    { ...noLoop, ingest: "receiving", paused: true, loop: { ...NEVER, when_paused: true } },
    "slate",
  ],
  [
    "the loop a person switched to, while an encoder publishes",
    { ingest: "receiving", switched_to: "loop", loop: NEVER },
    "loop",
  ],
  ["the loop a person switched to, while nobody does", { switched_to: "loop", loop: NEVER }, "loop"],
  [
    "the slate a person switched to",
    { ingest: "receiving", paused: true, switched_to: "slate", loop: { ...NEVER, when_paused: true } },
    "slate",
  ],
])("viewers see %s", (_, facts, expected) => {
  expect(onAirSource({ ...IDLE, ...facts })).toBe(expected);
});
