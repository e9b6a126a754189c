import { expect, test } from "vitest";
import { requireStorable } from "./storable-text.ts";

test("texts that cannot be stored are refused with their field, however deep they are nested", () => {
  expect(() => requireStorable({ title: "a\u0000b" })).toThrow(
    expect.objectContaining({ code: "invalid", fields: { title: [expect.stringContaining("cannot be stored")] } }),
  );
  expect(() => requireStorable({ metadata: [{ key: "k", value: "a\uD800" }] })).toThrow(
    expect.objectContaining({ fields: { "metadata.0.value": expect.anything() } }),
  );
});

test("every other text is let through", () => {
  for (const text of ["", "line\nline\t", "😀", "\u202E", "\uFFFD", "\u0001"])
    expect(() => requireStorable({ text, list: [text], none: null, one: 1 })).not.toThrow();
});
