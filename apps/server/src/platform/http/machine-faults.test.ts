import { open } from "node:fs/promises";
import { connect } from "@kinora/db/connect.ts";
import { cloneTestDatabase } from "@kinora/db/testing.ts";
import { StorageFull } from "@kinora/storage/errors.ts";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { sharedServices } from "../../testing/fixtures.ts";
import { serviceHealth } from "../process/checks.ts";
import { createHttpServer } from "./http.ts";

const services = await sharedServices();

/** What a server answers where a request fails with this. */
async function answerTo(work: () => Promise<unknown>) {
  const app = createHttpServer({ ...services, name: "api", checks: {} });
  app.post("/change", async () => {
    await work();
    return { done: true };
  });
  const { statusCode: status, headers, json } = await app.inject({ method: "POST", url: "/change" });
  await app.close();
  const { message } = json<{ message: string }>();
  return { status, retryAfter: headers["retry-after"], message };
}

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(`${code}: open`), { code }));

test.each([
  ["ENOSPC", 507, "60", "disk is full"],
  ["EDQUOT", 507, "60", "disk is full"],
  ["EROFS", 503, "60", "disk is read-only"],
  ["EMFILE", 503, "5", "too many files and connections open"],
  ["ENFILE", 503, "5", "too many files and connections open"],
])("a change that meets %s is answered with %i and a sentence of its own", async (code, status, retryAfter, words) => {
  const answer = await answerTo(failing(code));
  expect(answer).toMatchObject({ status, retryAfter, message: expect.stringContaining(words) });
  const wrapped = await answerTo(() => Promise.reject(new Error("could not store a file", { cause: codeError(code) })));
  expect(wrapped).toEqual(answer);
});

const codeError = (code: string) => Object.assign(new Error(code), { code });

test("a database whose connections are all in use is not said to be away, and answers again once one is free", async () => {
  const database = await cloneTestDatabase(inject("postgresUrl"));
  onTestFinished(() => database.drop());
  const db = connect(database.url, { maximumConnections: 1 });
  onTestFinished(() => db.destroy());
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const holding = db.connection().execute(async (connection) => {
    await sql`select 1`.execute(connection);
    begun.resolve();
    await held.promise;
  });
  await begun.promise;
  expect(await answerTo(() => sql`select 1`.execute(db))).toEqual({
    status: 503,
    retryAfter: "2",
    message: "The database has too much to do at the moment. Please try again.",
  });
  held.resolve();
  await holding;
  expect((await answerTo(() => sql`select 1`.execute(db))).status).toBe(200);
});

test("a file of a full device is refused like one of a full disk", async () => {
  const answer = await answerTo(async () => {
    const full = await open("/dev/full", "w");
    onTestFinished(() => full.close());
    await full.write(Buffer.alloc(4_096));
  });
  expect(answer).toMatchObject({ status: 507 });
});

test("a full or read-only disk does not take a role that still reads out of its balancer, and says so", async () => {
  for (const failure of [new StorageFull(), Object.assign(new Error("EROFS: open"), { code: "EROFS" })]) {
    const storage: typeof services.storage = Object.create(services.storage, {
      check: { value: () => Promise.reject(failure) },
    }) as typeof services.storage;
    const app = createHttpServer({ ...services, name: "api", ...serviceHealth({ ...services, storage }) });
    const answer = await app.inject("/readyz");
    await app.close();
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      status: "degraded",
      reason: "What is stored is read, and nothing can be written.",
      dependencies: { database: "ok", storage: failure.message },
    });
  }
});

test("a dependency that does not answer makes /readyz answer 503 within its limit", async () => {
  const app = createHttpServer({ ...services, name: "api", checks: { storage: () => new Promise(() => undefined) } });
  const answers = await Promise.all([app.inject("/readyz"), app.inject("/readyz")]);
  await app.close();
  for (const answer of answers) {
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ dependencies: { storage: "There was no answer within 3 s." } });
  }
});

test("a change that S3 does not answer is refused, and the refusal names the storage", async () => {
  const silent = Object.assign(new Error("timed out"), { name: "TimeoutError", $metadata: { attempts: 3 } });
  expect(await answerTo(() => Promise.reject(silent))).toEqual({
    status: 503,
    retryAfter: "5",
    message: "The storage of media is away for a moment. Please try again.",
  });
});
