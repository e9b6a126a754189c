import rateLimit from "@fastify/rate-limit";
import { updateRows } from "@kinora/db/testing-rows.ts";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { limitKeys } from "../api-keys/key-limits.ts";
import type { KeySettings } from "../api-keys/queries.ts";
import { rotateApiKey } from "../api-keys/rotation.ts";
import { createApiKey, deleteApiKey, listApiKeys, setApiKeyDisabled, updateApiKey } from "../api-keys/service.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { createHttpServer } from "../platform/http/http.ts";
import { aProject, as, type TestProject } from "../platform/testing.ts";
import { findCaller } from "../session/caller.ts";
import { sharedServices, grantOf } from "../testing/fixtures.ts";
import { createApi } from "./api.ts";

const DAY_MS = 86_400_000;
const PAGE = "https://shop.example.com";

let project: TestProject;
let context: Context;
let grant: ProjectGrant;
/** Two processes of the API, on one database. */
let apis: FastifyInstance[];
/** Milliseconds that the processes' clock is ahead. */
let ahead: number;

const services = await sharedServices();
beforeEach(async () => {
  ahead = 0;
  const timed = { ...services, clock: { now: () => new Date(Date.now() + ahead) } };
  project = await aProject(services);
  context = as(timed, project.owner);
  grant = grantOf(project);
  apis = [await createApi(timed), await createApi(timed)];
});
afterEach(() => Promise.all(apis.map((api) => api.close())));

const aKey = (change: Partial<KeySettings> = {}) =>
  createApiKey(context, grant, {
    name: "Script",
    scopes: ["read"],
    addresses: [],
    origins: [],
    expires_at: null,
    ...change,
  });

interface Sent {
  method?: "GET" | "DELETE" | "OPTIONS";
  from?: string;
  headers?: Record<string, string>;
}

/** What each API process answers to a request with a key. */
async function ask(secret: string | null, { method = "GET", from = "192.0.2.1", headers = {} }: Sent = {}) {
  const answers = await Promise.all(
    apis.map((api) =>
      api.inject({
        method,
        url: `/projects/${project.projectId}/videos`,
        remoteAddress: from,
        headers: { ...(secret === null ? {} : { authorization: `Bearer ${secret}` }), ...headers },
      }),
    ),
  );
  const [first, second] = answers;
  if (!first || !second) throw new Error("There are two processes.");
  expect(second.statusCode).toBe(first.statusCode);
  return first;
}

const refusal = async (secret: string, sent?: Sent) => {
  const answer = await ask(secret, sent);
  return [answer.statusCode, answer.json<{ message: string }>().message];
};

test("a key works in its project until it is disabled, expired or deleted, on every process", async () => {
  const { data, secret } = await aKey({ expires_at: new Date(Date.now() + DAY_MS) });
  expect((await ask(secret)).statusCode).toBe(200);
  await setApiKeyDisabled(context, grant, data.id, true);
  expect(await refusal(secret)).toEqual([401, "This API key is disabled."]);
  await setApiKeyDisabled(context, grant, data.id, false);
  expect((await ask(secret)).statusCode).toBe(200);
  ahead = DAY_MS;
  const day = data.expires_at?.toISOString().slice(0, 10);
  expect(await refusal(secret)).toEqual([401, `This API key expired on ${day}.`]);
  ahead = 0;
  await deleteApiKey(context, grant, data.id);
  expect(await refusal(secret)).toEqual([401, "This API key is not valid."]);
  expect(await refusal("vk_live_0123456789abcdefghij")).toEqual([401, "This API key is not valid."]);
  expect(await refusal("something else")).toEqual([401, "This API key is not valid."]);
});

test("a key says why it does nothing in an account that is suspended or being closed, and works again afterwards", async () => {
  const { secret } = await aKey();
  const turn = (status: "active" | "suspended" | "closing" | "closed") =>
    updateRows(services, "accounts", { id: project.accountId }, { status });
  await turn("suspended");
  expect(await refusal(secret)).toEqual([
    403,
    "This account is suspended: its API keys work again when the operator reopens it.",
  ]);
  await turn("closing");
  expect(await refusal(secret)).toEqual([
    403,
    "This account is being closed: its API keys work again if an owner keeps it.",
  ]);
  await turn("closed");
  expect(await refusal(secret)).toEqual([401, "This API key is not valid."]);
  await turn("active");
  expect((await ask(secret)).statusCode).toBe(200);
});

test("a key does what its scopes say, as they are at the request", async () => {
  const { data, secret } = await aKey({ scopes: ["upload"] });
  expect((await ask(secret)).statusCode).toBe(200);
  await updateApiKey(context, grant, data.id, {
    name: "Script",
    scopes: ["tags_view"],
    addresses: [],
    origins: [],
    expires_at: null,
  });
  expect((await ask(secret)).statusCode).toBe(403);
});

test("a key works from its addresses alone, also behind a trusted proxy", async () => {
  const { secret } = await aKey({ addresses: ["203.0.113.0/24", "2001:db8::/32"] });
  expect((await ask(secret, { from: "203.0.113.9" })).statusCode).toBe(200);
  expect((await ask(secret, { from: "2001:db8:7::1" })).statusCode).toBe(200);
  const sentence = "This API key can't be used from the address 192.0.2.1.";
  expect(await refusal(secret)).toEqual([403, sentence]);
  const forwarded = { headers: { "x-forwarded-for": "203.0.113.9" } };
  expect(await refusal(secret, forwarded)).toEqual([403, sentence]);
  expect((await ask(secret, { ...forwarded, from: "127.0.0.1" })).statusCode).toBe(200);
  // Some proxies name the client's port, too.
  for (const address of ["203.0.113.9:5151", "[2001:db8:7::1]:5151"])
    expect((await ask(secret, { headers: { "x-forwarded-for": address }, from: "127.0.0.1" })).statusCode).toBe(200);
  const lied = { headers: { "x-forwarded-for": "203.0.113.9, 192.0.2.1:5151" }, from: "127.0.0.1" };
  expect(await refusal(secret, lied)).toEqual([403, sentence]);
});

test("a rotated key works with both secrets during the overlap, then with the new one", async () => {
  const { data, secret: old } = await aKey();
  const rotated = await rotateApiKey(context, grant, data.id, 7);
  expect(rotated.data.prefix).toBe(rotated.secret.slice(0, 12));
  expect(rotated.data.old_secret_until).not.toBeNull();
  ahead = 7 * DAY_MS - 60_000;
  for (const secret of [old, rotated.secret]) expect((await ask(secret)).statusCode).toBe(200);
  ahead = 7 * DAY_MS + 60_000;
  expect(await refusal(old)).toEqual([401, "This API key was rotated. Use its new secret."]);
  expect((await ask(rotated.secret)).statusCode).toBe(200);
  expect((await listApiKeys(context, project.projectId))[0]?.old_secret_until).toBeNull();
});

test("a rotation without overlap ends every secret before it", async () => {
  const { data, secret: first } = await aKey();
  const { secret: second } = await rotateApiKey(context, grant, data.id, 7);
  const { secret: third } = await rotateApiKey(context, grant, data.id, 0);
  for (const secret of [first, second])
    expect(await refusal(secret)).toEqual([401, "This API key was rotated. Use its new secret."]);
  expect((await ask(third)).statusCode).toBe(200);
});

test("two simultaneous rotations both give a secret that works, and the old one ends with the shorter overlap", async () => {
  const { data, secret: old } = await aKey();
  const [one, other] = await Promise.all([
    rotateApiKey(context, grant, data.id, 7),
    rotateApiKey(context, grant, data.id, 1),
  ]);
  expect(one.secret).not.toBe(other.secret);
  for (const secret of [old, one.secret, other.secret]) expect((await ask(secret)).statusCode).toBe(200);
  ahead = DAY_MS + 60_000;
  expect(await refusal(old)).toEqual([401, "This API key was rotated. Use its new secret."]);
  const [listed] = await listApiKeys(context, project.projectId);
  const current = [one.secret, other.secret].find((secret) => secret.startsWith(listed?.prefix ?? "none"));
  expect((await ask(current ?? "none")).statusCode).toBe(200);
});

test("at most five old secrets work at the same time", async () => {
  const { data } = await aKey();
  for (let count = 0; count < 5; count += 1) await rotateApiKey(context, grant, data.id, 1);
  await expect(rotateApiKey(context, grant, data.id, 1)).rejects.toMatchObject({ code: "conflict" });
  const { secret } = await rotateApiKey(context, grant, data.id, 0);
  expect((await ask(secret)).statusCode).toBe(200);
});

test("pages use the keys that name their origin, without cookies", async () => {
  const { data, secret } = await aKey({ origins: [PAGE] });
  const preflight = await ask(null, {
    method: "OPTIONS",
    headers: {
      origin: PAGE,
      "access-control-request-method": "GET",
      "access-control-request-headers": "authorization",
    },
  });
  expect([preflight.statusCode, preflight.headers["access-control-allow-origin"]]).toEqual([204, PAGE]);
  expect(preflight.headers["access-control-allow-credentials"]).toBeUndefined();
  const listed = await ask(secret, { headers: { origin: PAGE } });
  expect([listed.statusCode, listed.headers["access-control-allow-origin"]]).toEqual([200, PAGE]);
  expect(listed.headers["access-control-expose-headers"]).toContain("RateLimit-Remaining");
  const elsewhere = await ask(secret, { headers: { origin: "https://copycat.example" } });
  expect(elsewhere.statusCode).toBe(403);
  expect(elsewhere.json()).toMatchObject({
    message: "This API key can't be used on pages of https://copycat.example.",
  });
  expect((await ask(secret, { headers: { origin: services.config.urls.console } })).statusCode).toBe(200);
  await updateApiKey(context, grant, data.id, {
    name: "Script",
    scopes: ["read"],
    addresses: [],
    origins: [],
    expires_at: null,
  });
  expect((await ask(secret, { headers: { origin: PAGE } })).statusCode).toBe(403);
});

test("pages without a key may read nothing, the console with its cookie everything", async () => {
  const foreign = await ask(null, { headers: { origin: PAGE } });
  expect([foreign.statusCode, foreign.headers["access-control-allow-origin"]]).toEqual([401, undefined]);
  const consoleOrigin = new URL(services.config.urls.console).origin;
  const own = await ask(null, { headers: { origin: consoleOrigin } });
  expect(own.headers["access-control-allow-origin"]).toBe(consoleOrigin);
  expect(own.headers["access-control-allow-credentials"]).toBe("true");
});

test("the use of a key is counted: requests of a day, the time and the network", async () => {
  const { secret } = await aKey();
  await ask(secret, { from: "203.0.113.9" });
  await ask(secret, { from: "203.0.113.77" });
  ahead = 25 * 3_600_000;
  await ask(secret, { from: "127.0.0.1", headers: { "x-forwarded-for": "198.51.100.4:5151" } });
  await Promise.all(apis.map((api) => api.close()));
  const [used] = await listApiKeys(context, project.projectId);
  expect(used).toMatchObject({ requests_24h: 2, last_used_address: "198.51.100.0" });
  ahead = 0;
  const [before] = await listApiKeys(context, project.projectId);
  expect(before?.requests_24h).toBe(6);
});

test("a key that makes too many requests is asked to wait; the others are not", async () => {
  const app = createHttpServer({ name: "api", config: services.config, log: services.log, checks: {} });
  await app.register(rateLimit, { global: false });
  const find = limitKeys(app, services, findCaller, 2);
  app.get("/whoami", async (request, reply) => ({ kind: (await find(services, request, reply)).kind }));
  apis.push(app);
  const one = await aKey();
  const other = await aKey();
  const call = (secret: string) => app.inject({ url: "/whoami", headers: { authorization: `Bearer ${secret}` } });
  const first = await call(one.secret);
  expect(first.headers).toMatchObject({ "ratelimit-limit": "2", "ratelimit-remaining": "1" });
  expect(Number(first.headers["ratelimit-reset"])).toBeGreaterThan(0);
  await call(one.secret);
  const refused = await call(one.secret);
  expect(refused.statusCode).toBe(429);
  expect(refused.headers["ratelimit-remaining"]).toBe("0");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(refused.json<{ message: string }>().message).toMatch(
    /^This API key made too many requests\. Try again in \d+ seconds\.$/,
  );
  expect((await call(other.secret)).statusCode).toBe(200);
});

test("answers to requests with a key say what is left of its limit", async () => {
  const { secret } = await aKey();
  const answer = await ask(secret);
  expect(answer.headers).toMatchObject({ "ratelimit-limit": "1200", "ratelimit-remaining": "1199" });
});
