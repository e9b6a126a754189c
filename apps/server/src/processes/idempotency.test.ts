import { selectRows } from "@kinora/db/testing-rows.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createApiKey } from "../api-keys/service.ts";
import { trimIdempotentCalls } from "../platform/http/idempotency.ts";
import { aProject, as, type TestProject } from "../platform/testing.ts";
import { sharedServices, grantOf } from "../testing/fixtures.ts";
import { createApi } from "./api.ts";

let project: TestProject;
let secret: string;
/** Milliseconds that the processes' clock is ahead. */
let ahead = 0;

const clock = { now: () => new Date(Date.now() + ahead) };

const services = await sharedServices();
/** Two processes of the API, on one database. */
const apis: FastifyInstance[] = [await createApi({ ...services, clock }), await createApi({ ...services, clock })];
beforeEach(async () => {
  ahead = 0;
  project = await aProject(services);
  secret = await aSecret();
});
afterAll(() => Promise.all(apis.map((api) => api.close())));

async function aSecret(): Promise<string> {
  const grant = grantOf(project);
  const key = { name: "Script", scopes: ["full"], addresses: [], origins: [], expires_at: null };
  return (await createApiKey(as(services, project.owner), grant, key)).secret;
}

interface Answer {
  message: string;
  code?: string;
  errors?: Record<string, string[]>;
}

interface Call {
  key?: string;
  title?: string;
  /** Which process answers. */
  api?: number;
  as?: string;
  path?: string;
}

async function create({ key, title = "Harbor", api = 0, as: sender = secret, path = "categories" }: Call) {
  const answer = await apis[api]?.inject({
    method: "POST",
    url: `/projects/${project.projectId}/${path}`,
    headers: { authorization: `Bearer ${sender}`, ...(key === undefined ? {} : { "idempotency-key": key }) },
    payload: { name: title },
  });
  if (!answer) throw new Error("There are two processes.");
  return { status: answer.statusCode, replayed: answer.headers["idempotency-replayed"], body: answer.json<Answer>() };
}

const categories = async () =>
  (await selectRows(services, "categories", { project_id: project.projectId }, "name")).map(({ name }) => name);

test("a call that is repeated with its key gets the first answer and creates nothing more", async () => {
  const first = await create({ key: "8f14e45f" });
  expect(first.status).toBe(201);
  expect(first.replayed).toBeUndefined();
  // The draft writes a structured field: the quotes are no part of the key.
  for (const [api, key] of [
    [1, "8f14e45f"],
    [0, '"8f14e45f"'],
  ] as const)
    expect(await create({ key, api })).toEqual({ status: 201, replayed: "true", body: first.body });
  expect(await categories()).toEqual(["Harbor"]);
});

test("of twenty that arrive together at two processes one creates, the others are asked to wait or get its answer", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => create({ key: "k1", api: index % 2 })));
  expect(await categories()).toEqual(["Harbor"]);
  expect(answers.filter(({ status, replayed }) => status === 201 && !replayed)).toHaveLength(1);
  for (const { status } of answers) expect([201, 409]).toContain(status);
});

test("a key belongs to one caller and one request", async () => {
  await create({ key: "k2" });
  const other = await create({ key: "k2", title: "Dunes" });
  expect([other.status, other.body.message]).toEqual([
    422,
    "This Idempotency-Key was used for another request. Send a new key with this one.",
  ]);
  expect((await create({ key: "k2", path: "playlists" })).status).toBe(422);
  const twin = await create({ key: "k2", title: "Dunes", as: await aSecret() });
  expect(twin.status).toBe(201);
  expect((await categories()).toSorted()).toEqual(["Dunes", "Harbor"]);
});

test("a call that was refused can be repeated with its key", async () => {
  expect((await create({ key: "k3", title: "" })).status).toBe(422);
  expect((await create({ key: "k3" })).status).toBe(201);
  expect((await create({ key: "k4" })).status).toBe(422);
  expect((await create({ key: "k4", title: "Dunes" })).status).toBe(201);
});

test("a caller who may no longer create gets no earlier answer", async () => {
  await create({ key: "k5" });
  await sql`update api_keys set scopes = '{read}' where project_id = ${project.projectId}`.execute(services.db);
  const answer = await create({ key: "k5" });
  expect([answer.status, answer.replayed]).toEqual([403, undefined]);
});

test("an interrupted call is not run again: whether it took effect is not known", async () => {
  await create({ key: "k6" });
  // As a process leaves it that is killed before it has the answer.
  await sql`update idempotent_calls set answer = null`.execute(services.db);
  const answer = await create({ key: "k6" });
  expect([answer.status, answer.body.code]).toEqual([409, "conflict"]);
  expect(answer.body.message).toContain("was interrupted");
});

test("answers are kept sealed, for a day", async () => {
  await create({ key: "k7" });
  const { rows } = await sql<{ answer: Buffer }>`
    select answer from idempotent_calls where answer is not null`.execute(services.db);
  expect(rows.length).toBeGreaterThan(0);
  for (const { answer } of rows) expect(answer.toString("latin1")).not.toContain("Harbor");
  ahead = 24 * 3_600_000 + 1_000;
  const later = await create({ key: "k7", title: "Harbor at night" });
  expect(later.status).toBe(201);
  expect(await categories()).toEqual(["Harbor", "Harbor at night"]);
  ahead *= 2;
  await trimIdempotentCalls.run({ ...services, clock });
  expect((await sql`select from idempotent_calls`.execute(services.db)).rows).toHaveLength(0);
});

test.each([[""], ["two words"], ["é"], ["k".repeat(256)]])("the key %j is refused at its header", async (key) => {
  const { status, body } = await create({ key });
  expect(status).toBe(422);
  expect(Object.keys(body.errors ?? {})).toEqual(["Idempotency-Key"]);
});

test("every creating operation names the header in the OpenAPI document, and no other does", async () => {
  type Paths = Record<string, Record<string, { parameters?: { name?: string; $ref?: string }[] }>>;
  const [api] = apis;
  if (!api) throw new Error("There are two processes.");
  const { paths } = (await api.inject("/openapi.json")).json<{ paths: Paths }>();
  const named = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [] }]) => {
      // The bytes of an upload have offsets, and nothing that could be created twice.
      const isCreating = method === "post" && path !== "/uploads/{id}";
      const names = parameters.some(
        ({ name, $ref }) => name === "Idempotency-Key" || $ref === "#/components/parameters/IdempotencyKey",
      );
      return names === isCreating ? [] : [`${method} ${path}`];
    }),
  );
  expect(named).toEqual([]);
});
