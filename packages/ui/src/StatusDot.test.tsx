import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { STATUS_MARKS, type StatusMark, type StatusState } from "./status-marks.ts";
import { StatusDot } from "./StatusDot.tsx";

const states = (mark: StatusMark) =>
  Object.entries(STATUS_MARKS)
    .filter(([, drawn]) => drawn === mark)
    .map(([state]) => state)
    .toSorted((a, b) => a.localeCompare(b));

test("red is for what is on air and for nothing else", () => {
  expect(states("live")).toEqual(["live"]);
});

test.each<[StatusMark, StatusState[]]>([
  ["good", ["active", "complete", "connected", "healthy", "playable", "published", "ready"]],
  ["paused", ["paused"]],
  ["degraded", ["degraded", "ended", "invited", "reconnecting", "scheduled", "warning"]],
  ["failed", ["blocked", "error", "failed", "refused", "unhealthy", "videoFailed"]],
  ["loop", ["loop"]],
])("%s is the mark of these states", (mark, expected) => {
  expect(states(mark)).toEqual(expected.toSorted((a, b) => a.localeCompare(b)));
});

test("work has a ring that turns, and what waits a hollow one", () => {
  for (const state of ["processing", "uploading", "receiving", "connecting"])
    expect(states("working")).toContain(state);
  for (const state of ["in_queue", "not_active", "idle", "disabled", "unpublished"])
    expect(states("idle")).toContain(state);
});

test("a state is its mark, its word and what is to be said beside it", () => {
  const { container } = render(
    <StatusDot state="processing" detail="42%">
      Processing
    </StatusDot>,
  );
  expect(container.firstElementChild?.getAttribute("data-mark")).toBe("working");
  expect(container.textContent).toBe("Processing42%");
});
