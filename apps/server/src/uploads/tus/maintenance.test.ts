import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openUploadPlace, type UploadPlace } from "../../testing/upload-place.ts";
import { create, created, head, patch, sha256, slowPatch } from "../../testing/upload-server.ts";

let place: UploadPlace;
beforeAll(async () => {
  place = await openUploadPlace();
});
afterAll(() => place.close());

const maintenance = async (mode: "on" | "off") => {
  const row = { name: "maintenance", value: JSON.stringify({ mode }) };
  await place.services.db
    .insertInto("installation_settings")
    .values(row)
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
    .execute();
  place.services.installation.forget();
};

test("maintenance stops an upload in its midst, keeps every byte that arrived, and the upload continues afterwards", async () => {
  const { server, key } = place;
  const bytes = randomBytes(3_000_000);
  const id = await created(server, key, bytes.length, place.file({}));
  const running = slowPatch(server, key, id, 0, bytes.length);
  running.request.write(bytes.subarray(0, 1_000_000));
  await vi.waitFor(async () => expect((await place.row(id)).offset_bytes).toBe(1_000_000), { timeout: 20_000 });
  await maintenance("on");
  const answer = await running.answer;
  expect(answer?.statusCode).toBe(503);
  expect(answer?.headers["retry-after"]).toBe("30");

  const kept = Number((await head(server, key, id)).headers.get("upload-offset"));
  expect(kept).toBe(1_000_000);
  const refused = await patch(server, key, id, kept, new Uint8Array(bytes.subarray(kept)));
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: "maintenance" });
  expect((await create(server, key, 10, place.file({}))).status).toBe(503);

  await maintenance("off");
  expect((await patch(server, key, id, kept, new Uint8Array(bytes.subarray(kept)))).status).toBe(204);
  expect((await place.row(id)).sha256?.toString("hex")).toBe(sha256(bytes));
});
