import { expect, test } from "vitest";
import { FETCH_HEADER_VALUE_MAX, fetchHeaderProblem } from "./fetch-header.ts";

test.each([
  ["Authorization", "Bearer abc.def"],
  ["Cookie", "a=b; c=d"],
  ["X-Api-Key", "k"],
])("%s can be sent", (name, value) => {
  expect(fetchHeaderProblem({ name, value })).toBeNull();
});

test.each([
  ["", "x", "header_name"],
  ["Two words", "x", "header_name"],
  ["Name:", "x", "header_name"],
  ["Näme", "x", "header_name"],
  ["a\r\nHost", "x", "header_name"],
  ["Host", "evil.example", "header_name"],
  ["transfer-encoding", "chunked", "header_name"],
  ["Proxy-Authorization", "x", "header_name"],
  ["Range", "bytes=0-1", "header_name"],
  ["Authorization", "", "header_value"],
  ["Authorization", " x", "header_value"],
  ["Authorization", "x\r\nHost: evil.example", "header_value"],
  ["Authorization", "x\u0000", "header_value"],
  ["Authorization", "ключ", "header_value"],
  ["Authorization", "x".repeat(FETCH_HEADER_VALUE_MAX + 1), "header_value"],
])("%j: %j is refused beside its field, without repeating the value", (name, value, field) => {
  const problem = fetchHeaderProblem({ name, value });
  expect(problem?.field).toBe(field);
  if (value.length > 1) expect(problem?.message).not.toContain(value);
});
