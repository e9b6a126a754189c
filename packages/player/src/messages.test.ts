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

test("the page around can ask a player that is ready already for its state", () => {
  expect(readCommand({ kinora: 1, command: "listen" })).toEqual({ kinora: 1, command: "listen" });
});

test("the page around can mute and set the volume, within its range", () => {
  expect(readCommand({ kinora: 1, command: "mute" })).toEqual({ kinora: 1, command: "mute" });
  expect(readCommand({ kinora: 1, command: "volume", volume: 7 })).toEqual({ kinora: 1, command: "volume", volume: 1 });
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
