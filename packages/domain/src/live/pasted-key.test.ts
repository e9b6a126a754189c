import { expect, test } from "vitest";
import { keyAfterApplication, pastedStreamKey } from "./pasted-key.ts";

test.each([
  "sk_Ab-12",
  " sk_Ab-12",
  "sk_Ab-12 ",
  "sk_Ab-12\r\n",
  "sk_Ab-12\u00a0",
  "sk_Ab-12#feedbackplay",
  "sk_Ab-12?feedbackplay",
  "sk_Ab-12 #feedbackplay",
  "sk_Ab-12&x=1",
  "sk_Ab-12/",
  "/sk_Ab-12",
  "mp4:sk_Ab-12",
  "flv:sk_Ab-12",
  '"sk_Ab-12"',
  "\ufeffsk_Ab-12\u200b",
])("%j is the key sk_Ab-12", (text) => expect(pastedStreamKey(text)).toBe("sk_Ab-12"));

test("a key of another letter stays another key", () => {
  expect(pastedStreamKey("sk_Ab-13")).toBe("sk_Ab-13");
  expect(pastedStreamKey("  ")).toBe("");
  expect(pastedStreamKey("k".repeat(500))).toHaveLength(200);
});

test.each([
  ["live", ""],
  ["live/", ""],
  ["live?token=1", ""],
  ["live/_definst_/", ""],
  ["live/sk_Ab-12", "sk_Ab-12"],
  ["live/sk_Ab-12/", "sk_Ab-12"],
  ["live//sk_Ab-12?x=1", "sk_Ab-12"],
  ["vod", null],
  ["lively", null],
  ["", null],
])("after the application of %j is the key %j", (text, key) => expect(keyAfterApplication(text, "live")).toBe(key));
