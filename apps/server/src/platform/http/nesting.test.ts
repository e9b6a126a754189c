import { expect, test } from "vitest";
import { requireShallow, requireShallowQuery } from "./nesting.ts";

const nested = (levels: number, inside: unknown): unknown =>
  Array.from({ length: levels }).reduce((value) => [{ value }], inside);

test("values of up to 64 levels pass, deeper ones are refused without recursion", () => {
  for (const value of [undefined, null, "text", 1, Buffer.alloc(9), new Date(), nested(32, "text"), nested(31, {})])
    expect(() => requireShallow(value)).not.toThrow();
  for (const value of [nested(33, "text"), nested(500_000, 1), { list: [1, nested(40, null)] }])
    expect(() => requireShallow(value)).toThrow(expect.objectContaining({ code: "invalid" }));
});

test("a wide value is read once", () => {
  expect(() => requireShallow(Array.from({ length: 200_000 }, (_, id) => ({ id })))).not.toThrow();
});

test("names of query parameters are as shallow", () => {
  for (const query of [undefined, {}, { a: "[[[[" }, { [`a${"[b]".repeat(64)}`]: "1" }])
    expect(() => requireShallowQuery(query)).not.toThrow();
  expect(() => requireShallowQuery({ [`a${"[b]".repeat(65)}`]: "1" })).toThrow(
    expect.objectContaining({ code: "invalid" }),
  );
});
