import { expect, test } from "vitest";
import { stream, streamSettings } from "./streams.ts";

test("what people set on a livestream is answered", () => {
  const { category_id: _category, ...settings } = streamSettings.shape;
  expect(Object.keys(stream.shape)).toEqual(expect.arrayContaining(Object.keys(settings)));
});
