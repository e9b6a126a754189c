import { randomBytes } from "node:crypto";
import { updateRows } from "@kinora/db/testing-rows.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember, aProject, as, asUser, aUser, type TestProject, type TestServices } from "../platform/testing.ts";
import { openUploadPlace, type UploadPlace } from "../testing/upload-place.ts";
import {
  create,
  created,
  head,
  keyHeaders,
  patch,
  sessionHeaders,
  type Headers,
  type UploadServer,
} from "../testing/upload-server.ts";
import { listUnfinishedUploads, readUploadStatus } from "./service.ts";

let place: UploadPlace;
let services: TestServices;
let project: TestProject;
let server: UploadServer;
let key: Headers;

beforeAll(async () => {
  place = await openUploadPlace();
  ({ services, project, server, key } = place);
});
afterAll(() => place.close());

const file: UploadPlace["file"] = (values) => place.file(values);
const videoOf: UploadPlace["videoOf"] = (id) => place.videoOf(id);

test("an upload needs the permission to add videos in its project", async () => {
  const elsewhere = await aProject(services);
  const viewer = await aMember(services, project, ["video_view"]);
  const uploader = await aMember(services, project, ["video_add"]);
  const stranger = await sessionHeaders(services, await aUser(services));
  const person = await sessionHeaders(services, uploader.userId);
  expect((await create(server, {}, 10, file())).status).toBe(401);
  expect((await create(server, stranger, 10, file())).status).toBe(404);
  expect((await create(server, key, 10, { ...file(), project_id: elsewhere.projectId })).status).toBe(404);
  expect((await create(server, await sessionHeaders(services, viewer.userId), 10, file())).status).toBe(403);
  expect((await create(server, await keyHeaders(services, project, ["read"]), 10, file())).status).toBe(403);
  const { "x-xsrf-token": token, ...forged } = person;
  expect(token).toBeTruthy();
  expect((await create(server, forged, 10, file())).status).toBe(403);
  expect((await create(server, person, 10, file())).status).toBe(201);
});

test("another caller's upload cannot be continued", async () => {
  const first = await aMember(services, project, ["video_add"]);
  const second = await aMember(services, project, ["video_add"]);
  const firstHeaders = await sessionHeaders(services, first.userId);
  const id = await created(server, firstHeaders, 10, file());
  const others = await sessionHeaders(services, second.userId);
  expect((await head(server, others, id)).status).toBe(404);
  expect((await patch(server, others, id, 0, randomBytes(10))).status).toBe(404);
  expect(
    (await fetch(`${server.url}/uploads/${id}`, { method: "DELETE", headers: { ...others, "tus-resumable": "1.0.0" } }))
      .status,
  ).toBe(404);
  expect((await head(server, firstHeaders, id)).status).toBe(200);
});

test("people see their own unfinished uploads with the bytes on disk", async () => {
  const person = await aMember(services, project, ["video_add"]);
  const headers = await sessionHeaders(services, person.userId);
  const id = await created(server, headers, 1000, file({ filename: "mine.mov" }));
  await patch(server, headers, id, 0, randomBytes(250));
  const grant = {
    accountId: project.accountId,
    projectId: project.projectId,
    owner: false,
    permissions: new Set(["video_add"] as const),
  };
  const own = await listUnfinishedUploads(as(services, person), grant);
  expect(own).toMatchObject([{ id, file_name: "mine.mov", offset_bytes: 250, size_bytes: 1000, state: "uploading" }]);
  const other = asUser(await aUser(services));
  expect(await listUnfinishedUploads(as(services, other), grant)).toEqual([]);
  await expect(readUploadStatus(as(services, other), grant, id)).rejects.toThrow("does not exist");
  const rest = randomBytes(750);
  await patch(server, headers, id, 250, rest);
  const whole = await readUploadStatus(as(services, person), grant, id);
  expect(whole.sha256).toHaveLength(64);
  expect(whole).toMatchObject({
    state: "complete",
    offset_bytes: 1000,
  });
});

test("a file above the size limit or the account's remaining storage is refused before its first byte", async () => {
  const small = await aProject(services);
  await updateRows(services, "accounts", { id: small.accountId }, { storage_limit_bytes: 10_000 });
  const headers = await keyHeaders(services, small, ["full"]);
  expect((await create(server, key, 129 * 1024 ** 3, file())).status).toBe(413);
  const values = { project_id: small.projectId, filename: "a.mp4" };
  expect((await create(server, headers, 9_000, values)).status).toBe(201);
  const refused = await create(server, headers, 9_000, values);
  expect(refused.status).toBe(422);
  expect(await refused.text()).toMatch(/"errors":{"file":\[".* left\."\]}/);
});

test("a file name is stored as it was sent and never used as a path", async () => {
  const names = [
    "../../etc/passwd",
    "C:\\videos\\holiday.mp4",
    "a/b/../../c.mp4",
    'Ärger 😀 "quotes" <b>.mkv',
    "x.mp4/../../evil",
    ".hidden",
    "..",
    "new\nline.mp4",
  ];
  for (const filename of names) {
    const id = await created(server, key, 20, file({ filename }));
    await patch(server, key, id, 0, randomBytes(20));
    const video = await videoOf(id);
    expect(video.file_name).toBe(filename);
    expect(video.source_key).toMatch(new RegExp(`^assets/${video.id}/source/${id}(\\.[a-z0-9]{1,8})?$`));
    expect(video.title).not.toBe("");
  }
});
