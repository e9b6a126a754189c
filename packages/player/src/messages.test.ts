import { expect, test } from "vitest";
import { readCommand } from "./messages.ts";

test("the page around can play, pause and seek", () => {
  expect(readCommand({ kinora: 1, command: "play" })).toEqual({ kinora: 1, command: "play" });
  expect(readCommand({ kinora: 1, command: "pause", extra: true })).toEqual({ kinora: 1, command: "pause" });
  expect(readCommand({ kinora: 1, command: "seek", seconds: 12.5 })).toEqual({
    kinora: 1,
    command: "seek",
    seconds: 12.5,
  });
});

test.each([
  null,
  7,
  "play",
  {},
  { command: "play" },
  { kinora: 2, command: "play" },
  { kinora: 1, command: "destroy" },
  { kinora: 1, command: "seek" },
  { kinora: 1, command: "seek", seconds: NaN },
  { kinora: 1, command: "seek", seconds: "9" },
])("%j is no command", (data) => {
  expect(readCommand(data)).toBeNull();
});
