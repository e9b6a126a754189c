import { describe, expect, test } from "vitest";
import { inputOf, pathParameters } from "./testing/operation-input.ts";
import { operations, sharedApi } from "./testing/operations.ts";
import { someRows } from "./testing/rows-for-calls.ts";

const { services, api, root } = await sharedApi();
const rows = await someRows(services);

/** Each parameter of a path that is a row's number. */
const cases = operations.flatMap((called) => {
  const shapes = inputOf(called.operation);
  const parameters = pathParameters(called.operation["~orpc"].route.path ?? "");
  // The line of an invoice is a place in a list, from 0 on, and no row's number.
  const ids = parameters.filter((name) => shapes[name]?.type === "integer" && name !== "line");
  return ids.map((parameter) => ({ ...called, parameter }));
});

/** Spellings that JavaScript reads as the same number. */
const spellings = (id: string): string[] => [
  ...[`%20${id}`, `${id}%20`, `+${id}`, `%2B${id}`, `0${id}`, `${id}.0`, `${id}e0`],
  `0x${Number(id).toString(16)}`,
];

describe.each(cases)("$name, $parameter", ({ operation, access, sample, parameter }) => {
  test("is digits only: no other spelling of a number names a row", async () => {
    const caller = access.who === "superuser" ? root : rows.project.owner;
    const call = sample(rows.things);
    const id = String(call.path[parameter]);
    for (const spelling of spellings(id)) {
      const path = { ...call.path, [parameter]: spelling };
      const { statusCode, body } = await api.call(operation, { ...call, path }, caller);
      expect([404, 422], `${spelling}: ${statusCode} ${body}`).toContain(statusCode);
    }
  });
});
