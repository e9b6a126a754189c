import { expect, test } from "vitest";
import { readPlayerMessage } from "./use-player.ts";

test("what the player of this video says is read", () => {
  const message = { kinora: 1, video: "8f3a21", event: "timeupdate", current_time: 12.4, duration: 60 };
  expect(readPlayerMessage(message, "8f3a21")?.current_time).toBe(12.4);
});

test.each([
  null,
  "ready",
  { kinora: 2, video: "8f3a21", current_time: 1 },
  { kinora: 1, video: "another", current_time: 1 },
  { kinora: 1, video: "8f3a21", current_time: "1" },
  { kinora: 1, video: "8f3a21", current_time: Number.NaN },
])("%j is nothing this video's player says", (data) => {
  expect(readPlayerMessage(data, "8f3a21")).toBeNull();
});
