import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { createLog } from "../log.ts";
import { createHttpServer } from "./http.ts";

const app = createHttpServer({
  name: "test",
  log: createLog("silent", "test"),
  checks: {},
  config: { trustedProxies: [] },
});
app.post("/echo", ({ body }) => ({ body }));
app.delete("/thing", ({ body = "none" }) => ({ body }));
afterAll(() => app.close());

const send = async (payload: Buffer, headers: Record<string, string> = {}) =>
  app.inject({
    method: "POST",
    url: "/echo",
    payload,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });

test("JSON in UTF-8 is read, with a byte order mark as well", async () => {
  const payload = JSON.stringify({ name: "Fr\u00fchling" });
  for (const text of [payload, `\ufeff${payload}`]) {
    const answer = await send(Buffer.from(text));
    expect([answer.statusCode, answer.json()]).toEqual([200, { body: { name: "Fr\u00fchling" } }]);
  }
});

test("a body in another encoding is refused, not read with wrong letters", async () => {
  const payload = '{"name":"Fr\u00fchling"}';
  for (const [bytes, charset] of [
    [Buffer.from(payload, "latin1"), "iso-8859-1"],
    [Buffer.from(payload, "latin1"), "utf-8"],
    [Buffer.from(`\ufeff${payload}`, "utf16le"), "utf-16"],
  ] as const) {
    const answer = await send(bytes, { "content-type": `application/json; charset=${charset}` });
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { code: "invalid" }]);
    expect(answer.json<{ message: string }>().message).toContain("not JSON in UTF-8");
  }
});

test("a compressed body is refused with what to do", async () => {
  const answer = await send(gzipSync("{}"), { "content-encoding": "gzip" });
  expect([answer.statusCode, answer.json()]).toMatchObject([415, { code: "unsupported_media_type" }]);
  expect(answer.json<{ message: string }>().message).toContain("Content-Encoding: gzip");
  expect((await send(Buffer.from("{}"), { "content-encoding": "identity" })).statusCode).toBe(200);
});

test("what is no JSON is refused as before", async () => {
  for (const text of [" ", "{", '{"__proto__":{"a":1}}', "{} x"])
    expect((await send(Buffer.from(text))).statusCode).toBe(400);
});

test("a request without a body has none, whatever its Content-Type says", async () => {
  for (const type of [
    "application/json",
    "application/json; charset=utf-8",
    "application/x-www-form-urlencoded",
    "text/plain",
  ])
    for (const payload of [undefined, ""]) {
      const headers = { "content-type": type, ...(payload === "" ? { "content-length": "0" } : {}) };
      const answer = await app.inject({
        method: "DELETE",
        url: "/thing",
        headers,
        ...(payload === "" ? { payload } : {}),
      });
      expect([type, answer.statusCode, answer.json()]).toEqual([type, 200, { body: "none" }]);
    }
  const posted = await app.inject({ method: "POST", url: "/echo", headers: { "content-type": "application/json" } });
  expect([posted.statusCode, posted.json()]).toEqual([200, {}]);
});
