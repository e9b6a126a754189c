// @vitest-environment jsdom
import { expect, test } from "vitest";
import { readCaptionsLook } from "./captions-look.ts";

test.each([
  [null, { size: "100", style: "dark" }],
  ["150,yellow", { size: "150", style: "yellow" }],
  ["9000,<script>", { size: "100", style: "dark" }],
])("the stored look %j of captions is read as %j", (stored, look) => {
  expect(readCaptionsLook(stored)).toEqual(look);
});
