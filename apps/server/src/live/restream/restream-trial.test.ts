import { connect, createServer, type AddressInfo } from "node:net";
import { updateRows } from "@kinora/db/testing-rows.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Context } from "../../context.ts";
import { aProject, as, type TestProject } from "../../platform/testing.ts";
import { sharedServices, addStream } from "../../testing/fixtures.ts";
import { listenForPublishers, type RtmpServer } from "../ingest/rtmp/server.ts";
import type { Admit, PublishRequest } from "../ingest/rtmp/session.ts";
import { tryRestream } from "./restream-trial.ts";
import { createRestream } from "./restreams.ts";

const KEY = "very-secret";
/** How long a server that accepts is given to close the connection after all. */
const SHORT_MS = 300;
let context: Context;
let server: RtmpServer;
let url: string;
let project: TestProject;
let streamId: number;
let id: number;
/** Tags the other platform received, and what it does with who may publish. */
let received = 0;
let meet: (request: PublishRequest) => void;

const admit: Admit = (request) => {
  if (request.key !== KEY) return Promise.resolve({ refused: `The key ${request.key} is wrong` });
  meet(request);
  const write = () => (received += 1) > 0;
  return Promise.resolve({ write, drained: () => Promise.resolve(), reject: () => undefined, end: () => undefined });
};

const services = await sharedServices({ KINORA_ALLOW_PRIVATE_URLS: "true" });

beforeAll(async () => {
  server = await listenForPublishers({ host: "127.0.0.1", port: 0, secure: null }, admit, services.log);
  url = `rtmp://127.0.0.1:${server.port}/live`;
  project = await aProject(services);
  const { owner } = project;
  context = as(services, owner);
  ({ id: streamId } = await addStream(services, project));
  const target = { name: "Elsewhere", platform: "custom" as const, url, key: KEY, enabled: false };
  ({ id } = await createRestream(context, project, streamId, target));
});
beforeEach(() => {
  received = 0;
  meet = () => undefined;
});
afterAll(() => server.close());

test("a saved target is tested with its saved key, without sending media", async () => {
  expect(await tryRestream(context, project, streamId, { id, url }, SHORT_MS)).toEqual({ accepted: true, detail: "" });
  expect(received).toBe(0);
});

test("a refused key is reported with the server's reason, without the key", async () => {
  const { accepted, detail } = await tryRestream(context, project, streamId, { url, key: "abcd-efgh" });
  expect(accepted).toBe(false);
  expect(detail).toMatch(/^The server refuses: .*wrong/);
  expect(detail).not.toContain("abcd-efgh");
});

test("a server that disconnects after the publish command has not accepted", async () => {
  meet = ({ close }) => setTimeout(close, 50);
  const { accepted, detail } = await tryRestream(context, project, streamId, { url, key: KEY });
  expect({ accepted, detail }).toEqual({ accepted: false, detail: "The server closed the connection." });
});

test("a server that resets the connection is reported as closing it", async () => {
  const between = createServer((near) => {
    const far = connect(server.port, "127.0.0.1");
    near.pipe(far);
    for (const socket of [near, far]) socket.on("error", () => far.destroy());
    far.on("data", (bytes: Buffer) => {
      near.write(bytes);
      if (bytes.includes("NetStream.Publish.Start")) setTimeout(() => near.resetAndDestroy(), 100);
    });
  });
  await new Promise<void>((done) => between.listen(0, "127.0.0.1", done));
  const { port } = between.address() as AddressInfo;
  const answer = await tryRestream(context, project, streamId, { url: `rtmp://127.0.0.1:${port}/live`, key: KEY });
  expect(answer).toEqual({ accepted: false, detail: "The server closed the connection." });
  between.close();
});

test("an unreachable server is reported", async () => {
  const { accepted, detail } = await tryRestream(context, project, streamId, {
    url: "rtmp://127.0.0.1:9/live",
    key: KEY,
  });
  expect({ accepted, detail }).toEqual({
    accepted: false,
    detail: "The server cannot be reached: ECONNREFUSED.",
  });
});

test("a saved key is only sent to the server it was saved for", async () => {
  const elsewhere = { id, url: "rtmp://127.0.0.1:9/live" };
  await expect(tryRestream(context, project, streamId, elsewhere)).rejects.toMatchObject({
    code: "invalid",
    fields: { key: ["Enter the stream key to test another address."] },
  });
  await expect(tryRestream(context, project, streamId, { key: KEY })).rejects.toMatchObject({ fields: { url: [/./] } });
  await expect(tryRestream(context, project, streamId, { id: 9e9 })).rejects.toMatchObject({ code: "not_found" });
});

test("addresses of this machine's own network are refused where they are not allowed", async () => {
  const strict = { ...context, config: { ...context.config, allowPrivateUrls: false } };
  await expect(tryRestream(strict, project, streamId, { id })).rejects.toMatchObject({
    code: "invalid",
    fields: { url: expect.any(Array) },
  });
});

test("one connection of a livestream is tested at a time, and none of a target that is connected", async () => {
  const first = tryRestream(context, project, streamId, { id }, SHORT_MS);
  await new Promise<void>((come) => (meet = () => come()));
  await expect(tryRestream(context, project, streamId, { id })).rejects.toMatchObject({ code: "conflict" });
  expect((await first).accepted).toBe(true);
  await updateRows(services, "stream_restreams", { id }, { state: "connected" });
  await expect(tryRestream(context, project, streamId, { id })).rejects.toThrow("There is nothing to test");
});
