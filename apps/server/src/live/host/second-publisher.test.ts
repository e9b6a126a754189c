import { afterAll, expect, test } from "vitest";
import { addStream, sharedProject } from "../../testing/fixtures.ts";
import { LiveHost } from "./live-host.ts";

const { services, project } = await sharedProject();
const host = new LiveHost(services);
afterAll(() => host.close());

const aStream = (second_publisher: "refuse" | "take_over") => addStream(services, project, { second_publisher });

/** A first encoder that last sent something so many milliseconds ago, then a second one. @param usualMs its usual pauses. */
async function twoEncoders(stream: { key: string }, silentMs: () => number, usualMs = Infinity) {
  let isClosed = false;
  const request = { key: stream.key, encoder: "a test", clientIp: "192.0.2.7" };
  const first = await host.admit({
    ...request,
    close: () => (isClosed = true),
    silence: () => ({ ms: silentMs(), usualMs }),
  });
  if (!first || "refused" in first) throw new Error("The first encoder was refused.");
  const second = await host.admit({ ...request, close: () => undefined, silence: () => ({ ms: 0, usualMs: 40 }) });
  return { first, second, isClosed };
}

const saidOf = async ({ id }: { id: number }) => {
  const log = services.db.selectFrom("stream_log").select("detail");
  return (await log.where("stream_id", "=", id).where("type", "=", "second_publisher").execute())[0]?.detail;
};

test("an encoder that sends keeps its stream: the second one gets a reason of its own, other than for a wrong key", async () => {
  const stream = await aStream("refuse");
  const { second, isClosed } = await twoEncoders(stream, () => 20);
  expect(second).toMatchObject({ isTaken: true, refused: expect.stringContaining("published already") });
  expect(isClosed).toBe(false);
  expect(await saidOf(stream)).toContain("the first one is still sending");
});

test("an encoder that sent nothing for three seconds is replaced at once", async () => {
  const stream = await aStream("refuse");
  const { second, isClosed } = await twoEncoders(stream, () => 3_000);
  expect(second).not.toHaveProperty("refused");
  expect(second).not.toBeNull();
  expect(isClosed).toBe(true);
  expect(await saidOf(stream)).toContain("stopped sending");
});

test("the second one waits while the first is silent, until that is so for three seconds", async () => {
  const stream = await aStream("refuse");
  let asked = 0;
  // Each look finds it silent for a second more.
  const { isClosed } = await twoEncoders(stream, () => (asked += 1) * 1_000);
  expect(isClosed).toBe(true);
  expect(asked).toBe(3);
});

test("an encoder that usually sends without a pause is replaced after half a second, and one that pauses later", async () => {
  expect((await twoEncoders(await aStream("refuse"), () => 500, 40)).isClosed).toBe(true);
  let asked = 0;
  const { isClosed } = await twoEncoders(await aStream("refuse"), () => (asked += 1) * 500, 300);
  expect(isClosed).toBe(true);
  expect(asked).toBe(3);
});

test("an encoder whose place another one tries to take again and again keeps it for three seconds", async () => {
  const stream = await aStream("refuse");
  let silentMs = 0;
  const { second } = await twoEncoders(stream, () => silentMs, 40);
  expect(second).toHaveProperty("refused");
  silentMs = 500;
  const request = { key: stream.key, encoder: "a test", clientIp: "192.0.2.7", close: () => undefined };
  expect(await host.admit({ ...request, silence: () => ({ ms: 0, usualMs: 40 }) })).toHaveProperty("refused");
});

test("one that ends while the second waits leaves it the stream", async () => {
  const stream = await aStream("refuse");
  await services.db.updateTable("streams").set({ reconnect_seconds: 0 }).where("id", "=", stream.id).execute();
  const request = { key: stream.key, encoder: "a test", clientIp: "192.0.2.7", close: () => undefined };
  const looked = Promise.withResolvers<void>();
  const silence = () => {
    looked.resolve();
    return { ms: 2_000, usualMs: Infinity };
  };
  const first = await host.admit({ ...request, silence });
  const second = host.admit({ ...request, silence: () => ({ ms: 0, usualMs: 40 }) });
  await looked.promise;
  if (first && !("refused" in first)) first.end(false);
  expect(await second).toHaveProperty("write");
});

test("an encoder that comes as its stream goes off air is admitted, not refused as with a wrong key", async () => {
  const stream = await aStream("refuse");
  await services.db.updateTable("streams").set({ reconnect_seconds: 0 }).where("id", "=", stream.id).execute();
  const request = { key: stream.key, encoder: "a test", clientIp: "192.0.2.7", close: () => undefined };
  const admit = () => host.admit({ ...request, silence: () => ({ ms: 0, usualMs: 40 }) });
  let publisher = await admit();
  for (let again = 0; again < 10; again += 1) {
    if (!publisher || "refused" in publisher) break;
    publisher.end(true);
    publisher = await admit();
  }
  expect(publisher).toHaveProperty("write");
});

test("where the stream says so, the second takes over from one that sends", async () => {
  const stream = await aStream("take_over");
  const { second, isClosed } = await twoEncoders(stream, () => 0);
  expect(second).toHaveProperty("write");
  expect(isClosed).toBe(true);
  expect(await saidOf(stream)).toBe("A second publisher took over.");
});
