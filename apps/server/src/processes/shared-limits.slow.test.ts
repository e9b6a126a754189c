import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { freePort } from "@kinora/db/free-port.ts";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { debianRedis, spawnRedis } from "../../../../tools/deploy/redis.ts";
import { createApiKey } from "../api-keys/service.ts";
import { aProject, as, testServices, type TestServices } from "../platform/testing.ts";
import { grantOf } from "../testing/fixtures.ts";
import { createApi } from "./api.ts";

let services: TestServices;
const folder = testFolder("redis");
let redis: ChildProcess;
/** Two machines' APIs, on one database and one Redis. */
let apis: [FastifyInstance, FastifyInstance];
let authorization: string;
let path: string;

beforeAll(async () => {
  const port = await freePort();
  redis = spawnRedis(await debianRedis(folder), folder, port);
  services = await testServices({ REDIS_URL: `redis://127.0.0.1:${port}` });
  const project = await aProject(services);
  const { secret } = await createApiKey(as(services, project.owner), grantOf(project), {
    name: "Script",
    scopes: ["read"],
    addresses: [],
    origins: [],
    expires_at: null,
  });
  authorization = `Bearer ${secret}`;
  path = `/projects/${project.projectId}/videos`;
  apis = [await createApi(services), await createApi(services)];
});
afterAll(async () => {
  for (const api of apis ?? []) await api.close();
  await services?.stop();
  const gone = redis.exitCode === null && redis.signalCode === null ? once(redis, "exit") : null;
  redis.kill("SIGKILL");
  await gone;
});

/** The requests that the key has left, by the answer of an API. */
async function left(api: FastifyInstance): Promise<number> {
  const { statusCode, headers } = await api.inject({ url: path, headers: { authorization } });
  expect(statusCode).toBe(200);
  return Number(headers["ratelimit-remaining"]);
}

test("with REDIS_URL two machines count the requests of an API key together, and go on without Redis", async () => {
  // Redis was started a moment ago: what is asked before it listens is not counted.
  const first = await vi.waitFor(async () => {
    const [before, after] = [await left(apis[0]), await left(apis[0])];
    expect(after).toBe(before - 1);
    return after;
  });
  expect(await left(apis[1])).toBe(first - 1);
  expect(await left(apis[0])).toBe(first - 2);

  const gone = once(redis, "exit");
  redis.kill("SIGKILL");
  await gone;
  // Answered, and not counted: the limit's headers say that all are left.
  const [uncounted, again] = [await left(apis[0]), await left(apis[0])];
  expect(again).toBe(uncounted);
  expect(await left(apis[1])).toBe(uncounted);
});
