import { createHash, randomBytes } from "node:crypto";
import { lookup } from "node:dns";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { contract } from "@kinora/contract/contract.ts";
import { insertRow, selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Context, Services } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { publicLookup } from "../../platform/http/public-address.ts";
import { GiveUp } from "../../platform/refusal.ts";
import { aMember, aProject, as, type TestProject } from "../../platform/testing.ts";
import { sharedServices, grantOf, ownedBy } from "../../testing/fixtures.ts";
import { serveForTests } from "../../testing/operations.ts";
import { privateAddresses } from "../../testing/private-addresses.ts";
import { findDuplicates } from "../duplicates.ts";
import { listUploadLog } from "../log/log.ts";
import { partBytes } from "../tus/part-files.ts";
import { fetchImport } from "./fetch-import.ts";
import { openUrl } from "./fetch-url.ts";
import { fetchedName, fileNameOf } from "./import-name.ts";
import { createImports, retryImport } from "./imports.ts";

let project: TestProject;
let context: Context;
let grant: ProjectGrant;
let answer: RequestListener;

const services = await sharedServices();
const reaching: Services = { ...services, config: { ...services.config, allowPrivateUrls: true } };
const server = createServer((request, response) => answer(request, response));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
beforeEach(async () => {
  project = await aProject(services);
  context = as(services, project.owner);
  grant = grantOf(project);
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
});

const run = (failures = 0) => ({ jobId: "1", signal: new AbortController().signal, failures });

async function begun(url: string): Promise<string> {
  const [made] = await createImports(context, grant, [{ url }], "url");
  const row = await selectRow(services, "uploads", { video_id: made?.video_id ?? 0 }, "id");
  return row.id;
}

/** Fetches like the queue on its last attempt, and returns the failure. */
async function refused(uploadId: string, on: Services = reaching): Promise<{ code: string; message: string } | null> {
  try {
    await fetchImport.run(on, { uploadId }, run(2));
    return null;
  } catch (error) {
    if (!(error instanceof GiveUp)) throw error;
    const failure = { code: error.code, message: error.message, retryable: error.retryable };
    await fetchImport.gaveUp?.(on, { uploadId }, failure);
    return failure;
  }
}

const log = async () => (await listUploadLog(context, grant, { page: 1, per_page: 30 })).data;

describe("an address that leads to this machine or its network is refused", () => {
  test.each(privateAddresses)("%s", async (url) => {
    const signal = AbortSignal.timeout(10_000);
    await expect(openUrl(url, { allowPrivate: false, signal })).rejects.toMatchObject({
      code: "url_unreachable",
      message: "This address is not on the public web.",
      passing: false,
    });
  });

  test.each([
    "file:///etc/passwd",
    "ftp://example.com/a.mp4",
    "gopher://127.0.0.1/",
    "data:video/mp4,x",
    "http://user:secret@example.com/",
    "nonsense",
  ])("%s is no web address", async (url) => {
    await expect(openUrl(url, { allowPrivate: false, signal: AbortSignal.timeout(10_000) })).rejects.toMatchObject({
      code: "url_unreachable",
    });
  });

  test("an import of one fails with the reason, and no request is sent", async () => {
    let asked = 0;
    answer = (_request, response) => void response.end(String(asked++));
    const uploadId = await begun(`${base}/a.mp4`);
    expect(await refused(uploadId, services)).toMatchObject({ code: "url_unreachable" });
    const failure = { code: "url_unreachable" as const, message: "", retryable: false };
    await fetchImport.gaveUp?.(services, { uploadId }, failure);
    const events = await selectRows(services, "events", { type: "upload.failed" });
    expect(events.map(({ payload }) => payload).filter((payload) => payload["upload_id"] === uploadId)).toEqual([
      { video_id: expect.any(Number), upload_id: uploadId, code: "url_unreachable" },
    ]);
    expect(asked).toBe(0);
    expect(await log()).toMatchObject([
      { result: "failed", error: { code: "url_unreachable", fix: expect.stringContaining("address") } },
    ]);
  });
});

test.each(["/Frühling in Łódź.mp4", "/Fr%C3%BChling%20in%20%C5%81%C3%B3d%C5%BA.mp4"])(
  "a redirect to %s is followed, with letters as they are or escaped",
  async (path) => {
    const asked: string[] = [];
    answer = ({ url = "" }, response) => {
      asked.push(url);
      if (url !== "/") return void response.writeHead(200, { "content-type": "video/mp4" }).end("film");
      response.writeHead(302, { location: Buffer.from(path).toString("latin1") }).end();
    };
    const { address, body } = await openUrl(`${base}/`, { allowPrivate: true, signal: AbortSignal.timeout(10_000) });
    body.destroy();
    expect(asked).toEqual(["/", "/Fr%C3%BChling%20in%20%C5%81%C3%B3d%C5%BA.mp4"]);
    expect(fileNameOf(address)).toBe("Frühling in Łódź.mp4");
  },
);

test("a redirect is followed hop by hop, each checked, and twenty at most", async () => {
  const wanted = randomBytes(100);
  answer = ({ url }, response) => {
    const hop = Number(url?.slice(1));
    if (hop === 0) return void response.writeHead(200, { "content-type": "video/mp4" }).end(wanted);
    response.writeHead(302, { location: `/${hop - 1}` }).end();
  };
  expect(await refused(await begun(`${base}/20`))).toBeNull();
  expect(await refused(await begun(`${base}/21`))).toMatchObject({
    code: "url_unreachable",
    message: expect.stringContaining("redirects"),
  });
  answer = (_request, response) => void response.writeHead(302, { location: "file:///etc/passwd" }).end();
  expect(await refused(await begun(`${base}/x`))).toMatchObject({
    code: "url_unreachable",
    message: expect.stringContaining("http"),
  });
});

test.each(["http://127.0.0.1", "http://[::ffff:127.0.0.1]", "http://localhost"])(
  "a redirect from the public web to %s is not followed",
  async (inside) => {
    const asked: (string | undefined)[] = [];
    answer = ({ url }, response) => {
      asked.push(url);
      response.writeHead(302, { location: `${inside}:${new URL(base).port}/secret` }).end();
    };
    // The one name that counts as public here; every other host is checked as in production.
    const guard: typeof publicLookup = (host) =>
      host === "web.example" ? (_name, options, done) => lookup("127.0.0.1", options, done) : publicLookup(host, false);
    const opening = openUrl(`http://web.example:${new URL(base).port}/start`, {
      allowPrivate: false,
      signal: AbortSignal.timeout(10_000),
      guard,
    });
    await expect(opening).rejects.toMatchObject({ message: "This address is not on the public web.", passing: false });
    expect(asked).toEqual(["/start"]);
  },
);

test("a fetched file becomes a video's source as if it had been uploaded", async () => {
  const bytes = randomBytes(3 * 1024 * 1024 + 17);
  answer = (_request, response) =>
    void response.writeHead(200, { "content-type": "video/mp4", "content-length": bytes.length }).end(bytes);
  const id = await begun(`${base}/some/My%20film.mp4?token=1`);
  expect(await refused(id)).toBeNull();
  const row = await selectRow(services, "uploads", { id });
  expect(row).toMatchObject({
    state: "complete",
    size_bytes: bytes.length,
    offset_bytes: bytes.length,
    file_name: "My film.mp4",
    source: "url",
  });
  expect(row.sha256?.toString("hex")).toBe(createHash("sha256").update(bytes).digest("hex"));
  const video = await selectRow(services, "videos", { id: row.video_id });
  expect(video).toMatchObject({ status: "in_queue", title: "My film", source_bytes: bytes.length });
  expect((await services.storage.stat(video.source_key ?? ""))?.sizeBytes).toBe(bytes.length);
  // A repeated run of the same job, as after a worker's death, changes nothing.
  expect(await refused(id)).toBeNull();
  expect(await log()).toMatchObject([{ result: "processing", source_url: expect.stringContaining("token=1") }]);
});

const wrong: [string, RequestListener, string][] = [
  ["a page", (_q, r) => void r.writeHead(200, { "content-type": "text/html" }).end("<html>"), "url_not_media"],
  [
    "a page that says it is a video",
    (_q, r) => void r.writeHead(200, { "content-type": "video/mp4" }).end("\n <!DOCTYPE html><p>"),
    "url_not_media",
  ],
  [
    "a playlist",
    (_q, r) => void r.writeHead(200, { "content-type": "application/vnd.apple.mpegurl" }).end("#EXTM3U"),
    "url_not_media",
  ],
  [
    "nothing",
    (_q, r) => void r.writeHead(200, { "content-type": "video/mp4", "content-length": 0 }).end(),
    "url_not_media",
  ],
  ["a refusal", (_q, r) => void r.writeHead(403).end(), "url_unreachable"],
  ["a fault", (_q, r) => void r.writeHead(500).end(), "url_unreachable"],
  [
    "half a file",
    (_q, r) => {
      r.writeHead(200, { "content-type": "video/mp4", "content-length": 1000 }).write(Buffer.alloc(500, 1));
      setImmediate(() => r.destroy());
    },
    "url_unreachable",
  ],
];
test.each(wrong)("%s is no video, and leaves no bytes behind", async (_name, listener, code) => {
  answer = listener;
  const id = await begun(`${base}/a.mp4`);
  expect(await refused(id)).toMatchObject({ code });
  expect(await partBytes(services.config, id)).toBe(0);
});

test.each([
  ["compressed", { "content-encoding": "gzip" }, gzipSync],
  ["compressed, with a coding that is none beside it", { "content-encoding": "identity, x-gzip" }, gzipSync],
  ["as plain text, as what a server does not know", { "content-type": "text/plain" }, (bytes: Buffer) => bytes],
])("a file that is sent %s is the file", async (_how, headers, sent) => {
  const bytes = randomBytes(200_000);
  answer = (_request, response) =>
    void response.writeHead(200, { "content-type": "video/mp4", ...headers }).end(sent(bytes));
  const id = await begun(`${base}/a.mp4`);
  expect(await refused(id)).toBeNull();
  const row = await selectRow(services, "uploads", { id });
  expect(row.sha256?.toString("hex")).toBe(createHash("sha256").update(bytes).digest("hex"));
});

test.each([
  ["gzip", randomBytes(500)],
  ["gzip", gzipSync(randomBytes(5_000)).subarray(0, 2_000)],
  ["zstd", randomBytes(500)],
])("a file that is not what its Content-Encoding %s says is refused", async (coding, bytes) => {
  answer = (_request, response) =>
    void response.writeHead(200, { "content-type": "video/mp4", "content-encoding": coding }).end(bytes);
  const id = await begun(`${base}/a.mp4`);
  expect((await refused(id))?.code).toMatch(/^url_/);
  expect(await partBytes(services.config, id)).toBe(0);
});

test("a file larger than the project or the account allows is refused before its first byte is stored", async () => {
  answer = (_request, response) =>
    void response.writeHead(200, { "content-type": "video/mp4", "content-length": 5_000_000 }).write("x");
  await updateRows(services, "projects", { id: project.projectId }, { maximum_upload_bytes: 4_000_000 });
  expect(await refused(await begun(`${base}/a.mp4`))).toMatchObject({ code: "too_large" });
  await updateRows(services, "projects", { id: project.projectId }, { maximum_upload_bytes: null });
  await updateRows(services, "accounts", { id: project.accountId }, { storage_limit_bytes: 4_000_000 });
  expect(await refused(await begun(`${base}/a.mp4`))).toMatchObject({ code: "quota_exceeded" });
  answer = (_request, response) =>
    void response.writeHead(200, { "content-type": "video/mp4" }).end(Buffer.alloc(5_000_000, 1));
  expect(await refused(await begun(`${base}/a.mp4`))).toMatchObject({ code: "quota_exceeded" });
});

test("a failed import can be retried, a running one not", async () => {
  answer = (_request, response) => void response.writeHead(404).end();
  const id = await begun(`${base}/a.mp4`);
  await expect(retryImport(context, grant, id)).rejects.toMatchObject({ code: "conflict" });
  expect(await refused(id)).toMatchObject({ message: "The server answered with HTTP 404." });
  await retryImport(context, grant, id);
  answer = (_request, response) => void response.writeHead(200, { "content-type": "video/mp4" }).end(randomBytes(50));
  expect(await refused(id)).toBeNull();
  expect(await log()).toMatchObject([{ result: "processing", size_bytes: 50 }]);
});

test("categories and tags that an import names are created by it, once, and its videos have them", async () => {
  const { call, close } = await serveForTests(services);
  const csv = `url;category;tags\n${["a", "b"].map((name) => `https://example.com/${name}.mp4;Café;"été, Rot"`).join("\n")}\n`;
  const path = { project_id: project.projectId };
  const preview = await call(
    contract.imports.previewImports,
    { path, body: { csv: csv.normalize("NFD"), create_labels: true } },
    project.owner,
  );
  expect(preview.json()).toMatchObject({ valid: 2 });
  const rows = preview.json()["data"] as {
    item: { category: unknown; tags: { id: number }[] } & Record<string, unknown>;
  }[];
  const items = rows.map(({ item }) => ({
    ...{ url: item["url"], new_category: item["new_category"], new_tags: item["new_tags"] },
  }));
  const answer = await call(contract.imports.createImports, { path, body: { source: "csv", items } }, project.owner);
  expect(answer.statusCode).toBe(202);
  const made = await services.db
    .selectFrom("videos")
    .innerJoin("categories", "categories.id", "videos.category_id")
    .innerJoin("video_tags", "video_tags.video_id", "videos.id")
    .innerJoin("tags", "tags.id", "video_tags.tag_id")
    .select(["videos.id", "categories.name as category", "tags.name as tag"])
    .where("videos.project_id", "=", project.projectId)
    .orderBy("videos.id")
    .orderBy("tags.name")
    .execute();
  expect(made.map(({ category, tag }) => [category, tag])).toEqual(
    [1, 2].flatMap(() => ["Rot", "été"].map((tag) => ["Café".normalize("NFC"), tag.normalize("NFC")])),
  );
  await close();
});

test("an import gets its title, category, tags, resolutions and publication; a row that publishes without the permission is refused alone", async () => {
  const place = ownedBy(project);
  const category = await insertRow(services, "categories", { ...place, name: "News", slug: "news" });
  const tag = await insertRow(services, "tags", { ...place, name: "Red" });
  const item = {
    url: "https://example.com/a.mp4",
    title: "Mine",
    description: "Words",
    categoryId: category.id,
    tagIds: [tag.id],
    publish: true,
    ladderPreset: "basic" as const,
  };
  const [made] = await createImports(context, grant, [item], "csv");
  const video = await selectRow(services, "videos", { id: made?.video_id ?? 0 });
  const words = { title: "Mine", description: "Words" };
  expect(video).toMatchObject({ ...words, category_id: category.id, published: true, ladder_preset: "basic" });
  expect(await selectRows(services, "video_tags", { video_id: video.id }, "tag_id")).toEqual([{ tag_id: tag.id }]);
  const uploader = await aMember(services, project, ["video_add"]);
  const answers = await createImports(
    as(services, uploader),
    grant,
    [item, { url: "https://example.com/b.mp4" }],
    "url",
  );
  expect(answers).toMatchObject([
    { video_id: null, message: expect.stringContaining("“Publish videos” permission") },
    { video_id: expect.any(Number) },
  ]);
});

test("a duplicate file is reported in its project only, and to callers who may see it", async () => {
  const fingerprint = "ab".repeat(32);
  answer = (_request, response) =>
    void response.writeHead(200, { "content-type": "video/mp4" }).end(Buffer.alloc(10, 1));
  const id = await begun(`${base}/a.mp4`);
  await refused(id);
  await updateRows(services, "uploads", { id }, { fingerprint });
  const files = [{ size_bytes: 10, fingerprint }];
  expect(await findDuplicates(context, grant, files)).toMatchObject([{ fingerprint, video: { title: "a" } }]);
  expect(await findDuplicates(context, grant, [{ size_bytes: 11, fingerprint }])).toEqual([]);
  const stranger = await aProject(services);
  expect(
    await findDuplicates(as(services, stranger.owner), { ...grant, projectId: stranger.projectId }, files),
  ).toEqual([]);
  const uploader = await aMember(services, project, ["video_add"]);
  expect(
    await findDuplicates(as(services, uploader), { ...grant, permissions: new Set(["video_add"] as const) }, files),
  ).toEqual([]);
});

test.each([
  ["https://example.com/a/b%20c.mp4?x=1", "b c.mp4"],
  ["https://example.com/", "example.com"],
  ["https://example.com/%E0%A4%A", "%E0%A4%A"],
  ["https://example.com/Fr%FChling.mp4", "Frühling.mp4"],
  ["https://example.com/a%2Fb.mp4", "a b.mp4"],
])("the file at %s is named %s", (url, name) => {
  expect(fileNameOf(url)).toBe(name);
});

test.each([
  ["download.php", "https://example.com/download.php?id=7", "attachment; filename=walk.mp4", "walk.mp4"],
  ["go", "https://store.example.com/Winter%20Walk.mp4?signature=a%2Fb", undefined, "Winter Walk.mp4"],
  ["walk.mp4", "https://store.example.com/0a1b2c3d", undefined, "walk.mp4"],
  ["go", "https://store.example.com/0a1b2c3d", undefined, "0a1b2c3d"],
])("a file asked for as %s that %s answers with %j is named %s", (asked, address, disposition, name) => {
  expect(fetchedName({ address, disposition }, asked)).toBe(name);
});

test("an import has the name of what it fetched, and a title that was chosen stays", async () => {
  answer = (request, response) => {
    if (request.url === "/go") return void response.writeHead(302, { location: "/Winter%20Walk.mp4?key=1" }).end();
    const named =
      request.url === "/get.php?id=7" ? { "content-disposition": "attachment; filename*=UTF-8''N%C3%ADght.mp4" } : {};
    response.writeHead(200, { "content-type": "video/mp4", ...named }).end(Buffer.alloc(10, 1));
  };
  const imported = async (path: string, title?: string) => {
    const [made] = await createImports(context, grant, [{ url: base + path, title }], "url");
    const { id } = await selectRow(services, "uploads", { video_id: made?.video_id ?? 0 }, "id");
    await refused(id);
    return selectRow(services, "videos", { file_id: id }, "title", "file_name", "source_key");
  };
  expect(await imported("/go")).toMatchObject({
    title: "Winter Walk",
    file_name: "Winter Walk.mp4",
    source_key: expect.stringMatching(/[.]mp4$/),
  });
  expect(await imported("/get.php?id=7")).toMatchObject({ title: "Níght", file_name: "Níght.mp4" });
  expect(await imported("/go", "My walk")).toMatchObject({ title: "My walk", file_name: "Winter Walk.mp4" });
});
