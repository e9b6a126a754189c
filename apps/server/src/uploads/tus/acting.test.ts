import { randomBytes } from "node:crypto";
import { selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aUser } from "../../platform/testing.ts";
import { openUploadPlace, type UploadPlace } from "../../testing/upload-place.ts";
import { create, created, head, patch, sessionHeaders } from "../../testing/upload-server.ts";

let place: UploadPlace;
beforeAll(async () => {
  place = await openUploadPlace();
});
afterAll(() => place.close());

test("a superuser who acts as a person read-only begins, continues and ends none of their uploads", async () => {
  const { server, project } = place;
  const bytes = new Uint8Array(randomBytes(1_000));
  const owner = await sessionHeaders(server.services, project.ownerId);
  const superuserId = await aUser(server.services, { superuser: true });
  const acting = await sessionHeaders(server.services, superuserId);
  const act = (writes: boolean) =>
    updateRows(
      server.services,
      "api_sessions",
      { user_id: superuserId },
      {
        ...{ acts_as_user_id: project.ownerId, acts_reason: "A test", acts_writing: writes },
        acts_until: new Date(Date.now() + 3_600_000),
      },
    );
  const id = await created(server, owner, bytes.length, place.file({}));
  await act(false);
  const refused = [
    await create(server, acting, 10, place.file({})),
    await patch(server, acting, id, 0, bytes),
    await fetch(`${server.url}/uploads/${id}`, {
      method: "DELETE",
      headers: { ...acting, "tus-resumable": "1.0.0" },
    }),
  ];
  for (const answer of refused) {
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("read-only");
  }
  const seen = await head(server, acting, id);
  expect([seen.status, seen.headers.get("upload-offset")]).toEqual([200, "0"]);

  await act(true);
  expect((await patch(server, acting, id, 0, bytes)).status).toBe(204);
  const { user_id: by } = await selectRow(server.services, "uploads", { id }, "user_id");
  expect(by).toBe(project.ownerId);
});
