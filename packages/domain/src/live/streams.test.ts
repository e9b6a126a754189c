import { describe, expect, test } from "vitest";
import {
  afterIngestEvent,
  IDLE_STREAM,
  INGEST_EVENTS,
  STREAM_LABELS,
  streamState,
  type StreamFacts,
  type IngestEvent,
  type StreamState,
} from "./stream-states.ts";

const states = (...happenings: IngestEvent[]): StreamState[] => {
  let facts = IDLE_STREAM;
  return happenings.map((event) => {
    facts = afterIngestEvent(facts, event);
    return streamState(facts);
  });
};

describe("a stream's state", () => {
  // spec: 4.27
  test("goes from connecting to live to ended to not active", () => {
    expect(states("connected", "first_segment", "disconnected", "window_over")).toEqual([
      "processing",
      "live",
      "ended",
      "not_active",
    ]);
  });

  test("reconnects within the reconnect window", () => {
    expect(states("connected", "first_segment", "disconnected", "connected", "first_segment")).toEqual([
      "processing",
      "live",
      "ended",
      "processing",
      "live",
    ]);
  });

  test("stays paused while its publisher reconnects, and not for the next session", () => {
    expect(states("connected", "first_segment", "paused", "disconnected", "connected", "first_segment").at(-1)).toBe(
      "paused",
    );
    expect(
      states("connected", "first_segment", "paused", "ended", "connected", "first_segment", "unpaused").slice(3),
    ).toEqual(["not_active", "processing", "live", "live"]);
  });

  test("cannot be paused without an ingest", () => {
    expect(states("paused", "connected", "first_segment")).toEqual(["not_active", "processing", "live"]);
  });

  test("admits no publisher while it is disabled", () => {
    expect(states("connected", "first_segment", "disabled", "connected", "enabled")).toEqual([
      "processing",
      "live",
      "disabled",
      "disabled",
      "not_active",
    ]);
  });

  test("is always one of the states with a label", () => {
    const seen = new Set<string>();
    const visit = (facts: StreamFacts): void => {
      const key = JSON.stringify(facts);
      if (seen.has(key)) return;
      seen.add(key);
      expect(STREAM_LABELS[streamState(facts)]).toMatch(/^(Stream |Signal lost$)/);
      for (const event of INGEST_EVENTS) visit(afterIngestEvent(facts, event));
    };
    visit(IDLE_STREAM);
    expect(seen.size).toBeGreaterThan(6);
  });
});
