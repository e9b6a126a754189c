import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newHash } from "../platform/hash.ts";
import { aProject, as, testServices, type TestServices } from "../platform/testing.ts";
import { newStreamKey } from "./keys.ts";
import { streamSnapshot } from "./stream-snapshot.ts";

let services: TestServices;
let host: Server;
let streamId: number;
let look: () => ReturnType<typeof streamSnapshot>;
const asked: string[] = [];

beforeAll(async () => {
  services = await testServices();
  const project = await aProject(services);
  const hash = newHash();
  const row = await services.db
    .insertInto("streams")
    .values({
      ...{ project_id: project.projectId, account_id: project.accountId, created_by: project.ownerId },
      ...{ hash, name: "Harbour", ...newStreamKey(services, hash) },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  streamId = row.id;
  look = () => streamSnapshot(as(services, project.owner), streamId, "on_air");
  host = createServer((request, response) => {
    asked.push(request.url?.replace(hash, "{hash}") ?? "");
    response.writeHead(200, { "last-modified": "Sat, 21 Nov 2026 08:00:00 GMT" }).end("a picture");
  }).listen(0, "127.0.0.1");
  await once(host, "listening");
});
afterAll(async () => {
  host.close();
  await services.stop();
});

test("a livestream is seen where it is on air, and nobody is asked while nothing is", async () => {
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  await services.db.insertInto("stream_hosts").values({ host: "here", url, pid: 1, seen_at: new Date() }).execute();
  expect(await look()).toEqual({ picture: null, taken_at: null });
  expect(asked).toEqual([]);
  await services.db.updateTable("streams").set({ on_air: "live" }).where("id", "=", streamId).execute();
  expect(await look()).toEqual({
    picture: `data:image/jpeg;base64,${Buffer.from("a picture").toString("base64")}`,
    taken_at: new Date("2026-11-21T08:00:00Z"),
  });
  expect(asked).toEqual(["/live/{hash}/picture.jpg?of=on_air"]);
});

test("a live host that cannot be reached, or is gone, is no picture and no failure", async () => {
  await services.db.updateTable("stream_hosts").set({ url: "http://127.0.0.1:1" }).execute();
  expect(await look()).toEqual({ picture: null, taken_at: null });
  await services.db
    .updateTable("stream_hosts")
    .set({ seen_at: new Date(0) })
    .execute();
  expect(await look()).toEqual({ picture: null, taken_at: null });
});
