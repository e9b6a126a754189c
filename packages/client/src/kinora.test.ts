import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createKinora, KinoraError } from "./kinora.ts";

interface Received {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

let server: Server;
let url: string;
/** What the server received, and how it answers each request; without an answer it closes the connection. */
let received: Received[];
let answers: ((request: Received, response: ServerResponse) => void)[];

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "", url: path = "", headers } = request;
  const one = { method, url: path, headers, body: await buffer(request) };
  received.push(one);
  const answer = answers.shift();
  if (answer) answer(one, response);
  else request.socket.destroy();
}

beforeEach(async () => {
  received = [];
  answers = [];
  server = createServer((request, response) => {
    respond(request, response).catch((problem: unknown) => response.destroy(problem as Error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (_request: Received, response: ServerResponse) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const lost = (_request: Received, response: ServerResponse) => response.destroy();
/** A server that asks for no wait keeps the tests quick. */
const later = json(503, { message: "Later.", code: "unavailable" }, { "retry-after": "0.01" });
const stored = (offset: number) => (_request: Received, response: ServerResponse) =>
  response.writeHead(204, { "upload-offset": String(offset) }).end();

const client = (retries?: number) =>
  createKinora({ url: `${url}/`, key: "vk_live_x", ...(retries === undefined ? {} : { retries }) });
const category = { project_id: 3, name: "Harbor" };

test("an operation is sent as the contract says, with the key, and its answer is read", async () => {
  answers = [json(200, { data: [], pagination: { page: 1, max: 1, per_page: 5, total: 0 } })];
  const { data } = await client().tags.listTags({ project_id: 3, search: "sea" });
  expect(data).toEqual([]);
  const [request] = received;
  expect([request?.method, request?.url]).toEqual(["GET", "/projects/3/tags?search=sea"]);
  expect(request?.headers.authorization).toBe("Bearer vk_live_x");
});

test("what is refused is thrown with its words, its fields and the time to wait", async () => {
  const body = { message: "Name is taken.", code: "conflict", errors: { name: ["Taken."] }, request_id: "r1" };
  answers = [json(409, body, { "retry-after": "7" })];
  const problem: unknown = await client()
    .categories.createCategory(category)
    .catch((thrown: unknown) => thrown);
  if (!(problem instanceof KinoraError)) throw problem;
  expect([problem.status, problem.code, problem.message]).toEqual([409, "conflict", "Name is taken."]);
  expect(problem.data).toEqual({ fields: { name: ["Taken."] }, requestId: "r1", retryAfterSeconds: 7 });
});

test("a page of a proxy is thrown as what it is", async () => {
  answers = [
    (_request, response) => response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>"),
  ];
  await expect(client().tags.listTags({ project_id: 3 })).rejects.toMatchObject({
    status: 502,
    message: "The API answered with 502.",
  });
});

test("a creating call is repeated with one Idempotency-Key, after no answer and after one that says later", async () => {
  answers = [lost, later, json(201, { message: "Added.", data: { id: 1 } })];
  expect((await client().categories.createCategory(category)).message).toBe("Added.");
  const keys = received.map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  for (const { body } of received) expect(JSON.parse(body.toString())).toEqual({ name: "Harbor" });

  answers = [json(201, { message: "Added.", data: { id: 2 } })];
  await client().categories.createCategory(category);
  expect(received.at(-1)?.headers["idempotency-key"]).not.toBe(keys[0]);
});

test("after the last try the answer is thrown, and without retries the first", async () => {
  answers = [later, later, later];
  await expect(client().tags.listTags({ project_id: 3 })).rejects.toMatchObject({ status: 503 });
  expect(received).toHaveLength(3);
  answers = [later];
  await expect(client(0).tags.listTags({ project_id: 3 })).rejects.toMatchObject({ status: 503 });
  expect(received).toHaveLength(4);
});

test("a refusal is not repeated", async () => {
  answers = [json(404, { message: "There is no such project.", code: "not_found" })];
  await expect(client().tags.listTags({ project_id: 3 })).rejects.toMatchObject({ status: 404 });
  expect(received).toHaveLength(1);
});

test("a call is stopped by its signal, also while it waits", async () => {
  const stop = new AbortController();
  answers = [json(503, {}, { "retry-after": "30" })];
  const call = client().tags.listTags({ project_id: 3 }, { signal: stop.signal });
  await expect.poll(() => received.length).toBe(1);
  stop.abort(new Error("enough"));
  await expect(call).rejects.toThrow("enough");
});

const CHUNK = 8 * 1_048_576;
const film = () => new Blob([Buffer.alloc(CHUNK, 1), Buffer.alloc(1_000, 2)]);
const created = (_request: Received, response: ServerResponse) =>
  response.writeHead(201, { location: `${url}/uploads/u-1` }).end();

test("an upload waits for the end of maintenance, however often it is refused", async () => {
  const closed = json(503, { message: "In maintenance.", code: "maintenance" }, { "retry-after": "0.01" });
  const refusals = Array.from({ length: 6 }, () => [closed, stored(CHUNK)]).flat();
  answers = [created, stored(CHUNK), ...refusals, stored(CHUNK + 1_000)];
  await client().upload({ projectId: 3, file: film(), filename: "film.mp4" });
  expect(received.filter(({ method }) => method === "PATCH")).toHaveLength(8);
  expect(received.at(-1)?.headers["upload-offset"]).toBe(String(CHUNK));
});

test("a file is uploaded in pieces, and continues where the server says after a failure", async () => {
  answers = [created, stored(CHUNK), lost, stored(CHUNK + 400), stored(CHUNK + 1_000)];
  const progress: number[] = [];
  const uploaded = await client().upload({
    projectId: 3,
    file: film(),
    filename: "größe.mp4",
    title: "Harbor",
    tagIds: [1, 2],
    published: true,
    onProgress: (bytes) => progress.push(bytes),
  });
  expect(uploaded).toEqual({ id: "u-1", url: `${url}/uploads/u-1` });
  expect(received.map(({ method, url: path, headers }) => [method, path, headers["upload-offset"]])).toEqual([
    ["POST", "/uploads", undefined],
    ["PATCH", "/uploads/u-1", "0"],
    ["PATCH", "/uploads/u-1", String(CHUNK)],
    ["HEAD", "/uploads/u-1", undefined],
    ["PATCH", "/uploads/u-1", String(CHUNK + 400)],
  ]);
  expect(received.at(-1)?.body).toEqual(Buffer.alloc(600, 2));
  expect(progress.at(-1)).toBe(CHUNK + 1_000);
  const metadata = Object.fromEntries(
    String(received[0]?.headers["upload-metadata"])
      .split(",")
      .map((pair) => pair.split(" "))
      .map(([name = "", value = ""]) => [name, Buffer.from(value, "base64").toString()]),
  );
  expect(metadata).toEqual({
    project_id: "3",
    filename: "größe.mp4",
    title: "Harbor",
    tag_ids: "1,2",
    published: "true",
  });
});

test.each([
  ["when it is created", () => [json(422, { message: "This is no video.", code: "invalid" })]],
  ["in the middle", () => [created, json(422, { message: "This is no video.", code: "invalid" })]],
])("a file that is refused %s throws the server's words", async (_when, given) => {
  answers = given();
  await expect(client().upload({ projectId: 3, file: film(), filename: "a.txt" })).rejects.toMatchObject({
    status: 422,
    message: "This is no video.",
  });
  expect(answers).toEqual([]);
});

test("an upload is stopped by its signal", async () => {
  const stop = new AbortController();
  answers = [created, () => stop.abort(new Error("enough"))];
  const upload = client().upload({ projectId: 3, file: film(), filename: "a.mp4", signal: stop.signal });
  await expect(upload).rejects.toThrow("enough");
  expect(received).toHaveLength(2);
});
