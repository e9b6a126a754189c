import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedProject } from "../../testing/fixtures.ts";
import { create, keyHeaders, uploadServer, type Headers, type UploadServer } from "../../testing/upload-server.ts";

const GIGABYTE = 1_000_000_000;
const disk = { freeBytes: 0, totalBytes: 100 * GIGABYTE };
let server: UploadServer;
let key: Headers;

const { services, project } = await sharedProject();

beforeAll(async () => {
  server = await uploadServer({ ...services, diskSpace: () => Promise.resolve(disk) });
  key = await keyHeaders(services, project, ["upload"]);
});
afterAll(() => server.close());

const begin = (size: number) => create(server, key, size, { filename: "film.mp4", project_id: project.projectId });

test("an upload that would fill more than 90% of the disk is refused with a sentence, and a smaller one is taken", async () => {
  disk.freeBytes = 15 * GIGABYTE;
  const refused = await begin(6 * GIGABYTE);
  expect(refused.status).toBe(507);
  expect(refused.headers.get("retry-after")).toBe("60");
  expect(await refused.json()).toMatchObject({
    message: "The server has not enough free disk space for this file. Try again later.",
  });
  expect((await begin(4 * GIGABYTE)).status).toBe(201);
  disk.freeBytes = 9 * GIGABYTE;
  expect((await begin(1)).status).toBe(507);
});
