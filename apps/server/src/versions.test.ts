import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testServices, type TestServices } from "./platform/testing.ts";
import { operations, serveForTests } from "./testing/operations.ts";
import { ownSets, type Rows } from "./testing/rows-for-calls.ts";

let services: TestServices;
let api: Awaited<ReturnType<typeof serveForTests>>;
let nextRows: () => Promise<Rows>;

beforeAll(async () => {
  services = await testServices();
  api = await serveForTests(services);
  nextRows = ownSets(services);
});
afterAll(async () => {
  await api.close();
  await services.stop();
});

const answered = (body: string) => JSON.parse(body) as { message: string; data?: { version: number } };

/** Operations that save a thing as a whole and can be told what their caller had read. */
const versioned = [
  "restrictions.updateRestriction",
  "roles.updateRole",
  "apiKeys.updateApiKey",
  "webhooks.updateWebhook",
];

describe.each(operations.filter(({ name }) => versioned.includes(name)))("$name", ({ operation, sample }) => {
  test("saves over what its caller read, and nothing over what someone else saved after that", async () => {
    const { project, things } = await nextRows();
    const save = (change: object) => {
      const { body, ...call } = sample(things);
      return api.call(operation, { ...call, body: { ...(body as object), ...change } }, project.owner);
    };
    const first = await save({ version: 1 });
    expect(first.statusCode, first.body).toBe(200);
    expect(answered(first.body).data?.version).toBe(2);
    const stale = await save({ version: 1 });
    expect(stale.statusCode, stale.body).toBe(409);
    expect(answered(stale.body).message).toMatch(/^Someone else changed this [\w ]+ since you opened it\./);
    expect((await save({ version: 2 })).statusCode).toBe(200);
    expect((await save({})).statusCode).toBe(200);
  });
});

test("all of them are operations", () => {
  const names = operations.map(({ name }) => name);
  expect(versioned.filter((name) => !names.includes(name))).toEqual([]);
});
