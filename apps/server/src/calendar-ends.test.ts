import { expect, test } from "vitest";
import { inputOf } from "./testing/operation-input.ts";
import { operations, sharedApi } from "./testing/operations.ts";
import { rowsForCalls } from "./testing/rows-for-calls.ts";

const { services, api, root } = await sharedApi();
const rowsFor = rowsForCalls(services);

// PostgreSQL has no year 0, and a year of five digits is written otherwise.
const ENDS = [
  "0000-01-01",
  "1000-01-01",
  "1000-01",
  "0000-01",
  "0000-01-01T00:00:00Z",
  "9999-12-31",
  "9999-12",
  "9999-12-31T23:59:59-23:59",
];
/** The fields of an operation that take days, months or moments. */
const timesOf = (input: ReturnType<typeof inputOf>) =>
  Object.entries(input)
    .filter(([, shape]) => /"format":"date|\\\\d\{\d\}-/.test(JSON.stringify(shape)))
    .map(([name]) => name);
const taking = operations
  .map((each) => ({ ...each, times: timesOf(inputOf(each.operation)) }))
  .filter(({ times }) => times.length > 0);

test("operations that take days and months are found", () => {
  const names = taking.flatMap(({ name, times }) => times.map((time) => `${name} ${time}`));
  for (const known of ["analytics.getBandwidthReport from", "billing.previewInvoices month", "videos.listVideos from"])
    expect(names).toContain(known);
});

test.each(taking)("$name answers at the ends of the calendar", async ({ operation, sample, times }) => {
  const isRead = operation["~orpc"].route.method === "GET";
  for (const end of ENDS) {
    const { things } = await rowsFor(operation);
    const fields = Object.fromEntries(times.map((time) => [time, end]));
    const { body, ...good } = sample(things);
    const call = isRead
      ? { ...good, query: new URLSearchParams({ ...fields, compare: "true" }).toString() }
      : { ...good, body: { ...(body as object), ...fields } };
    const answer = await api.call(operation, call, root);
    expect(answer.statusCode, `${end}: ${answer.body}`).toBeLessThan(500);
  }
});
