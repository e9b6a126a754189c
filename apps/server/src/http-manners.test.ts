import { describe, expect, test } from "vitest";
import type { Caller } from "./platform/access/caller.ts";
import { operations, sharedApi } from "./testing/operations.ts";
import { someRows } from "./testing/rows-for-calls.ts";

const { services, api, root } = await sharedApi();
/** No call changes it. */
const rows = await someRows(services);

const ANYBODY: Caller = { kind: "anonymous" };
const OTHER_TYPES = ["text/plain", "application/x-www-form-urlencoded", "text/xml", "multipart/form-data; boundary=x"];
const methodOf = ({ operation }: (typeof operations)[number]) => operation["~orpc"].route.method;
const reading = operations.filter((one) => methodOf(one) === "GET");
const writing = operations.filter((one) => methodOf(one) !== "GET");

test.each(reading)("$name answers HEAD as GET, without the body", async ({ operation, access, sample }) => {
  const caller = access.who === "superuser" ? root : rows.project.owner;
  const call = sample(rows.things);
  const get = await api.call(operation, call, caller);
  const head = await api.call(operation, { ...call, method: "HEAD" }, caller);
  expect(head.statusCode, get.body).toBe(get.statusCode);
  expect(head.headers["content-type"]).toBe(get.headers["content-type"]);
  expect(head.body).toBe("");
});

test.each(writing)("$name takes a body as JSON only", async ({ operation, sample }) => {
  const { path } = sample(rows.things);
  for (const contentType of OTHER_TYPES) {
    const answer = await api.call(operation, { path, body: "name=x", contentType }, rows.project.owner);
    const [type] = contentType.split(";");
    expect([answer.statusCode, answer.json()]).toMatchObject([
      415,
      {
        code: "unsupported_media_type",
        message: `This address does not take a body of the type ${type}. Send application/json.`,
      },
    ]);
  }
});

describe.each(operations)("$name", ({ operation, access, sample }) => {
  test("says to a visitor how to sign in, where it asks for it", async () => {
    if (access.who === "anyone") return expect(sample(rows.things)).not.toHaveProperty("body");
    const { statusCode, headers } = await api.call(operation, sample(rows.things), ANYBODY);
    expect([statusCode, headers["www-authenticate"]]).toEqual([401, 'Bearer realm="Kinora"']);
  });

  test("names the methods of its address to OPTIONS and to those that it does not have", async () => {
    const { path } = sample(rows.things);
    const options = await api.call(operation, { path, method: "OPTIONS" }, ANYBODY);
    expect([options.statusCode, options.body]).toEqual([204, ""]);
    const allowed = String(options.headers["allow"]).split(", ");
    expect(allowed).toContain(operation["~orpc"].route.method);
    for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].filter((one) => !allowed.includes(one))) {
      const answer = await api.call(operation, { path, method }, rows.project.owner);
      expect([method, answer.statusCode, answer.headers["allow"]]).toEqual([method, 405, options.headers["allow"]]);
      if (method !== "HEAD") expect(answer.json()["message"]).toMatch(/^This address does not take [A-Z]+\. It takes /);
    }
  });
});
