import { expect, test } from "vitest";
import { readCall } from "./playerjs.ts";

test("a call of the protocol is read with its value and its listener", () => {
  const call = { context: "player.js", version: "0.1.0", method: "setVolume", value: 40, listener: "l-1" };
  expect(readCall(JSON.stringify(call))).toEqual({ method: "setVolume", value: 40, listener: "l-1" });
});

test.each([
  null,
  {},
  "player.js",
  '{"context":"player.js"}',
  '{"context":"other","method":"play"}',
  '{"context":"player.js","method":7}',
  "[player.js",
])("%j is no call", (data) => {
  expect(readCall(data)).toBeNull();
});
