import { randomBytes } from "node:crypto";
import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import { expect, test } from "vitest";
import { newHash } from "../platform/secrets/hash.ts";
import { sharedProject, addVideo } from "../testing/fixtures.ts";
import { importDeliveryLog } from "./import-delivery-log.ts";
import { runCommand } from "./testing.ts";

const { services, project } = await sharedProject();
const folder = testFolder("log");

const run = async (...args: string[]) => (await runCommand(importDeliveryLog, services, ...args)).lines;

test("answers of a cache are counted by their log, a line that comes again once", async () => {
  const hash = newHash();
  const { id } = await addVideo(services, project, { hash });
  const now = services.clock.now().getTime();
  const aLine = (change: object) => {
    const line = { id: randomBytes(16).toString("hex"), time: new Date(now).toISOString().replace(/\.\d+Z/, "+00:00") };
    const answer = { uri: `/hls/${hash}/v1/720p/00000.m4s`, status: 200, bytes: 1_000, cache: "HIT", address: "" };
    return JSON.stringify({ ...line, ...answer, ...change });
  };
  const file = join(folder, "delivery.log");
  const twice = aLine({});
  const lines = [
    ...[twice, twice, aLine({ bytes: 500, status: 206, referer: "https://news.example.org/today" })],
    ...[aLine({ bytes: 90, cache: "REVALIDATED" }), aLine({ bytes: 9, cache: "MISS", counted: "log" })],
    ...[aLine({ cache: "MISS" }), aLine({ status: 404 }), aLine({ uri: "/hls/unknown1/v1/720p/00000.m4s" })],
    ...[aLine({ time: "2001-01-01T00:00:00+00:00" }), "no line"],
  ];
  await writeFile(file, `${lines.join("\n")}\n`);
  expect(await run(file)).toEqual([
    "Lines of the log:",
    "  counted: 4, 1599 bytes",
    "  counted before: 1",
    "  counted by the edge, refused, or not media of this installation: 3",
    "  older than six days, not counted: 1",
    "  not in the documented format: 1",
  ]);
  await appendFile(file, `${aLine({ bytes: 7 })}\n`);
  expect((await run(file))[1]).toBe("  counted: 1, 7 bytes");
  const sums = services.db
    .selectFrom("delivery_hours")
    .select(["kind", "height", "host", "requests", "bytes", "cached"]);
  expect(await sums.where("item_id", "=", id).orderBy("host").execute()).toEqual([
    { kind: "segment", height: 720, host: "", requests: 4, bytes: 1_106, cached: 3 },
    { kind: "segment", height: 720, host: "news.example.org", requests: 1, bytes: 500, cached: 1 },
  ]);
});

test("a file that is not there is named", async () => {
  await expect(run(join(folder, "nothing.log"))).rejects.toThrow("nothing.log cannot be read.");
  await expect(run()).rejects.toThrow("Name one FILE.");
});
