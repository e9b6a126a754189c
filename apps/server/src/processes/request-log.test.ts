import { API_REQUESTS_LISTED_PER_MINUTE, API_REQUESTS_SAMPLE } from "@kinora/domain/api-keys/limits.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { listApiRequests, trimApiRequests } from "../api-keys/requests.ts";
import { createApiKey, deleteApiKey } from "../api-keys/service.ts";
import { aProject, as, type TestProject } from "../platform/testing.ts";
import { grantOf, sharedServices } from "../testing/fixtures.ts";
import { createApi } from "./api.ts";

const DAY_MS = 86_400_000;

const services = await sharedServices();
let project: TestProject;
let api: FastifyInstance;
/** The moment of every request. */
let now: Date;

beforeAll(async () => {
  api = await createApi({ ...services, clock: { now: () => now } });
});
beforeEach(async () => {
  now = new Date();
  project = await aProject(services);
});
afterAll(() => api.close());

const aKey = (name: string, scopes = ["read"], of = project) =>
  createApiKey(as(services, of.owner), grantOf(of), { name, scopes, addresses: [], origins: [], expires_at: null });

const send = (secret: string, method: "GET" | "POST", url: string) =>
  api.inject({ method, url, headers: { authorization: `Bearer ${secret}` } });

const list = (filter: Partial<Parameters<typeof listApiRequests>[2]> = {}, of = project) =>
  listApiRequests(services, of.projectId, { failed: false, ...filter });

/** The newest first, as soon as so many are written. */
async function listed(count: number, filter: Parameters<typeof list>[0] = {}) {
  await vi.waitFor(async () => expect((await list(filter)).data.length).toBeGreaterThanOrEqual(count), 15_000);
  return (await list(filter)).data;
}

test("a key's requests are listed with their answer, without the query, and no one else's are", async () => {
  const [script, site] = [await aKey("Script"), await aKey("Site")];
  const other = await aProject(services);
  await send((await aKey("Foreign", ["read"], other)).secret, "GET", `/projects/${other.projectId}/videos`);
  await send(script.secret, "GET", `/projects/${project.projectId}/videos?search=secret`);
  await send(site.secret, "POST", `/projects/${project.projectId}/categories`);
  await send(script.secret, "GET", `/projects/${other.projectId}/videos`);
  const rows = await listed(3);
  expect(rows.map(({ key, method, path, status }) => [key.name, method, path, status])).toEqual([
    ["Script", "GET", `/projects/${other.projectId}/videos`, 404],
    ["Site", "POST", `/projects/${project.projectId}/categories`, 422],
    ["Script", "GET", `/projects/${project.projectId}/videos`, 200],
  ]);
  for (const { milliseconds, represents, at } of rows) {
    expect(milliseconds).toBeGreaterThanOrEqual(0);
    expect([represents, at]).toEqual([1, now]);
  }
  expect((await list({ key: site.data.id })).data.map(({ key }) => key.name)).toEqual(["Site"]);
  expect((await list({ failed: true })).data.map(({ status }) => status)).toEqual([404, 422]);
});

test("of a key that makes many requests a sample is listed, which says how many it represents", async () => {
  const [busy, quiet] = [await aKey("Busy"), await aKey("Quiet")];
  const beyond = 2 * API_REQUESTS_SAMPLE;
  for (let index = 0; index < API_REQUESTS_LISTED_PER_MINUTE + beyond; index++) await send(busy.secret, "GET", "/none");
  await send(quiet.secret, "GET", "/none");
  await listed(1, { key: quiet.data.id });
  const { data } = await list({ key: busy.data.id });
  expect(data).toHaveLength(API_REQUESTS_LISTED_PER_MINUTE + 2);
  expect(data.reduce((sum, { represents }) => sum + represents, 0)).toBe(API_REQUESTS_LISTED_PER_MINUTE + beyond);
  now = new Date(now.getTime() + 60_000);
  await send(busy.secret, "GET", "/none");
  expect((await listed(API_REQUESTS_LISTED_PER_MINUTE + 3, { key: busy.data.id }))[0]?.represents).toBe(1);
});

test("the list has pages of a hundred", async () => {
  const keys = [await aKey("One"), await aKey("Two"), await aKey("Three")];
  for (const { secret } of keys) for (let index = 0; index < 50; index++) await send(secret, "GET", "/none");
  const first = await listed(100);
  await vi.waitFor(async () => expect((await list({ before: first.at(-1)?.id })).data).toHaveLength(50), 15_000);
  expect((await list()).more).toBe(true);
  const second = await list({ before: (await list()).data.at(-1)?.id });
  expect([second.data.length, second.more]).toEqual([50, false]);
});

test("requests are listed for a week, and as long as their key exists", async () => {
  const key = await aKey("Script");
  await send(key.secret, "GET", "/none");
  now = new Date(now.getTime() + DAY_MS);
  await send(key.secret, "GET", "/none");
  await listed(2);
  await trimApiRequests(services.db, new Date(now.getTime() + 6 * DAY_MS + 1_000));
  expect((await list()).data.map(({ at }) => at)).toEqual([now]);
  await deleteApiKey(as(services, project.owner), grantOf(project), key.data.id);
  expect((await list()).data).toEqual([]);
});
