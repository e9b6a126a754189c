import { readFile } from "node:fs/promises";
import { selectOrdered, selectRows } from "@kinora/db/testing-rows.ts";
import { encodedOnce } from "@kinora/media/fixtures/made-once.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "../../context.ts";
import { as } from "../../platform/testing.ts";
import { anEdge, type TestEdge } from "../../playback/testing.ts";
import { addStream, sharedProject } from "../../testing/fixtures.ts";
import { deletePicture, setStart, uploadPicture } from "./pictures.ts";
import { presentStreamDetail } from "./rows.ts";

const { services, project } = await sharedProject();
let context: Context;
let edge: TestEdge;
beforeAll(async () => {
  context = as(services, project.owner);
  edge = await anEdge(services);
});
afterAll(() => edge.app.close());

const aStream = () => addStream(services, project);

async function aPicture(width: number, height: number): Promise<string> {
  const args = ["-f", "lavfi", "-i", `testsrc2=size=${width}x${height}`, "-frames:v", "1"];
  return (await readFile(await encodedOnce("png", args))).toString("base64");
}

const statusOf = async (hash: string) =>
  (await (await fetch(`${edge.url}/embed/${hash}/status.json`)).json()) as {
    start_at: string | null;
    picture: string | null;
  };

test("a stream's picture is decoded, re-encoded and shown by its pages while it is not on air", async () => {
  const { id, hash } = await aStream();
  const row = await uploadPicture(context, project, id, "offline", await aPicture(640, 400));
  const { pictures } = await presentStreamDetail(context, row);
  expect(pictures).toMatchObject({ paused: null, countdown: null });
  const { picture } = await statusOf(hash);
  expect(pictures.offline?.endsWith(picture ?? "none")).toBe(true);
  const answer = await fetch(`${edge.url}${picture}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 3)
      .toString("hex"),
  ).toBe("ffd8ff");
  expect(await (await fetch(`${edge.url}/embed/${hash}`)).text()).toContain(
    `<img class="waiting-picture" src="${picture}"`,
  );

  await uploadPicture(context, project, id, "offline", await aPicture(640, 400));
  // Edges may keep it for a while; it is off the disk at once.
  const stored = (file: string | null) => services.storage.stat(`live/${id}/${file?.split(`/${hash}/`)[1]}`);
  expect(await stored(picture)).toBeNull();
  await deletePicture(context, project, id, "offline");
  await deletePicture(context, project, id, "offline");
  const log = await selectOrdered(services, "audit_log", "id", { object_id: id }, "action");
  expect(log.map(({ action }) => action)).toEqual([
    "stream.picture_changed",
    "stream.picture_changed",
    "stream.picture_removed",
  ]);
});

test.each([
  ["something else", Buffer.from("#!/bin/sh").toString("base64"), "The picture has to be a JPEG, PNG or WebP file."],
  ["too many bytes", Buffer.alloc(5 * 1_048_576 + 1).toString("base64"), "A picture can have up to 5 MB."],
  ["a broken one", Buffer.from("ffd8ffe000104a46", "hex").toString("base64"), "This picture cannot be read."],
])("%s is refused with a sentence", async (_, picture, sentence) => {
  const { id } = await aStream();
  await expect(uploadPicture(context, project, id, "paused", picture)).rejects.toThrow(sentence);
});

test("a picture that is too small is refused, too", async () => {
  const { id } = await aStream();
  await expect(uploadPicture(context, project, id, "paused", await aPicture(64, 64))).rejects.toThrow("too small");
});

test("an announced start is shown by the pages until it has passed", async () => {
  const { id, hash } = await aStream();
  const soon = new Date(Date.now() + 3_600_000);
  await setStart(context, project, id, soon);
  await setStart(context, project, id, soon);
  expect((await statusOf(hash)).start_at).toBe(soon.toISOString());
  const other = await aStream();
  await setStart(context, project, other.id, new Date(Date.now() - 1_000));
  expect((await statusOf(other.hash)).start_at).toBeNull();
  const log = await selectRows(services, "audit_log", { object_id: id }, "action");
  expect(log).toEqual([{ action: "stream.start_changed" }]);
});
