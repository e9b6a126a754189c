import { randomBytes } from "node:crypto";
import { insertRow, selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { PERMISSIONS, type Permission } from "@kinora/domain/people/permissions.ts";
import { Upload } from "tus-js-client";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Context } from "../context.ts";
import { aProject, as, type TestProject } from "../platform/testing.ts";
import { sharedServices, ownedBy, addVideo } from "../testing/fixtures.ts";
import { metadata, type Headers } from "../testing/upload-server.ts";
import { forgetTokens } from "../uploads/tokens/forget-tokens.ts";
import type { TokenSettings } from "../uploads/tokens/token-rows.ts";
import { createUploadToken, listUploadTokens, revokeUploadToken } from "../uploads/tokens/tokens.ts";
import { createApi } from "./api.ts";

const HOUR_MS = 3_600_000;
const PAGE = "https://shop.example.com";

let project: TestProject;
let context: Context;
/** Milliseconds that the API's clock is ahead. */
let ahead: number;

const services = await sharedServices();
const timed = { ...services, clock: { now: () => new Date(Date.now() + ahead) } };
const config = { ...services.config, urls: { ...services.config.urls } };
const api = await createApi({ ...timed, config });
const url = await api.listen({ port: 0, host: "127.0.0.1" });
config.urls.api = url;
beforeEach(async () => {
  ahead = 0;
  project = await aProject(services);
  context = as(services, project.owner);
});
afterAll(() => api.close());

const grantOf = (permissions: readonly Permission[]) => ({
  ...project,
  owner: false,
  permissions: new Set(permissions),
});

const settings = (change: Partial<TokenSettings> = {}): TokenSettings => ({
  name: "Contest",
  uses_max: 1,
  max_bytes: null,
  expires_at: new Date(Date.now() + HOUR_MS),
  title: null,
  title_prefix: null,
  category_id: null,
  tag_ids: [],
  published: false,
  origins: [PAGE],
  ...change,
});

const aToken = async (change: Partial<TokenSettings> = {}) => {
  const { data, token } = await createUploadToken(context, grantOf(PERMISSIONS), settings(change));
  return { id: data.id, token, headers: { authorization: `Bearer ${token}`, origin: PAGE } };
};

const send = (path: string, method: string, headers: Headers) =>
  fetch(`${url}${path}`, { method, headers: { "tus-resumable": "1.0.0", ...headers } });

const begin = (headers: Headers, size = 10, values: Record<string, string | number> = {}) =>
  send("/uploads", "POST", {
    ...headers,
    "upload-length": String(size),
    "upload-metadata": metadata({ filename: "Holiday.mp4", ...values }),
  });

const messageOf = async (answer: Promise<Response>) => {
  const response = await answer;
  return [response.status, ((await response.json()) as { message: string }).message];
};

const uploadsOf = (tokenId: number) =>
  services.db
    .selectFrom("uploads")
    .innerJoin("videos", "videos.id", "uploads.video_id")
    .select(["uploads.id", "uploads.state", "videos.title", "videos.category_id", "videos.published", "videos.user_id"])
    .where("upload_token_id", "=", tokenId)
    .execute();

async function label(table: "categories" | "tags", name: string, of: TestProject): Promise<number> {
  const values = { ...ownedBy(of), name };
  const { id } = await (table === "tags"
    ? insertRow(services, "tags", values)
    : insertRow(services, "categories", { ...values, slug: name }));
  return id;
}

/** Uploads with tus-js-client, as a page of another origin does. */
const uploadFrom = (headers: Headers, bytes: Buffer) =>
  new Promise<string>((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${url}/uploads`,
      headers,
      chunkSize: 40_000,
      metadata: { filename: "Holiday.mp4" },
      retryDelays: null,
      onSuccess: () => resolve(upload.url ?? ""),
      onError: reject,
    });
    upload.start();
  });

test("a stranger uploads with tus-js-client from a page that the token names", async () => {
  const category = await label("categories", "contest", project);
  const tag = await label("tags", "entry", project);
  const { id, headers } = await aToken({ title_prefix: "Contest:", category_id: category, tag_ids: [tag] });
  const address = await uploadFrom(headers, randomBytes(100_000));
  expect(address).toMatch(`${url}/uploads/`);
  const [made] = await uploadsOf(id);
  expect(made).toMatchObject({ state: "complete", title: "Contest: Holiday", category_id: category, user_id: null });
  expect(made?.published).toBe(false);
  const tags = await selectRows(services, "video_tags", { project_id: project.projectId }, "tag_id");
  expect(tags).toEqual([{ tag_id: tag }]);
  const { data } = await listUploadTokens(context, project.projectId, null);
  expect(data[0]).toMatchObject({ id, state: "used", uses: 1, tags: [{ id: tag, name: "entry" }] });
});

test("pages of the token's origins may use it, and no other page", async () => {
  const { headers } = await aToken({ uses_max: 5 });
  const preflight = await send("/uploads", "OPTIONS", {
    origin: PAGE,
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,tus-resumable,upload-length,upload-metadata",
  });
  expect(preflight.headers.get("access-control-allow-origin")).toBe(PAGE);
  expect(preflight.headers.get("access-control-allow-headers")).toContain("authorization");
  const answer = await begin(headers);
  expect(answer.status).toBe(201);
  expect(answer.headers.get("access-control-allow-origin")).toBe(PAGE);
  expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  expect(answer.headers.get("access-control-expose-headers")).toContain("Location");
  const elsewhere = begin({ ...headers, origin: "https://other.example.com" });
  expect(await messageOf(elsewhere)).toEqual([
    403,
    "This upload token can't be used on pages of https://other.example.com.",
  ]);
});

test("of twenty parallel uses of a single-use token one makes an upload", async () => {
  const { id, headers } = await aToken();
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => begin(headers)))).map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([201, ...Array.from({ length: 19 }, () => 403)]);
  expect(await uploadsOf(id)).toHaveLength(1);
  expect(await messageOf(begin(headers))).toEqual([403, "This upload token has no uses left."]);
});

test("a file above the token's size is refused with a sentence and uses nothing", async () => {
  const { headers } = await aToken({ max_bytes: 1_000_000 });
  expect(await messageOf(begin(headers, 1_000_001))).toEqual([
    413,
    "This file is too large: this upload token takes files of up to 1 MB.",
  ]);
  expect((await begin(headers, 1_000_000)).status).toBe(201);
});

test("a token begins, continues and cancels its own uploads, and does nothing else", async () => {
  const { headers } = await aToken({ uses_max: 3 });
  const other = await aToken();
  const location = (await begin(headers)).headers.get("location") ?? "";
  const path = new URL(location).pathname;
  expect((await send(path, "HEAD", headers)).status).toBe(200);
  expect((await send(path, "HEAD", other.headers)).status).toBe(404);
  expect((await send(path, "DELETE", other.headers)).status).toBe(404);
  expect((await send(path, "DELETE", headers)).status).toBe(204);
  for (const rest of ["", "/videos", "/uploads", "/upload-tokens", "/tags"])
    expect((await send(`/projects/${project.projectId}${rest}`, "GET", headers)).status, rest).toBe(401);
  expect((await send(`${path}/status`, "GET", headers)).status).toBe(401);
  const elsewhere = await aProject(services);
  expect((await begin(headers, 10, { project_id: elsewhere.projectId })).status).toBe(404);
  const video = await addVideo(services, project, { hash: randomBytes(8).toString("hex"), title: "Old" });
  expect((await begin(headers, 10, { replaces_video_id: video.id })).status).toBe(403);
});

test("what a stranger sends does not override the token", async () => {
  const category = await label("categories", "secret", project);
  const { id, headers } = await aToken({ title: "An entry" });
  const values = { title: "Mine", category_id: category, published: "true", publish_at: "2030-01-01T00:00:00Z" };
  expect((await begin(headers, 10, values)).status).toBe(201);
  expect(await uploadsOf(id)).toMatchObject([{ title: "An entry", category_id: null, published: false }]);
});

test("a token says why it does nothing in an account that is suspended or being closed, and continues afterwards", async () => {
  const { headers } = await aToken();
  const path = new URL((await begin(headers)).headers.get("location") ?? "").pathname;
  const turn = (status: "active" | "suspended" | "closing" | "closed") =>
    updateRows(services, "accounts", { id: project.accountId }, { status });
  await turn("suspended");
  expect(await messageOf(begin(headers))).toEqual([
    403,
    "This account is suspended: its upload tokens work again when the operator reopens it.",
  ]);
  await turn("closing");
  expect(await messageOf(begin(headers))).toEqual([
    403,
    "This account is being closed: its upload tokens work again if an owner keeps it.",
  ]);
  await turn("active");
  expect((await send(path, "HEAD", headers)).status).toBe(200);
});

test("an expired or used token continues what it began, and a revoked one does not", async () => {
  const { id, headers } = await aToken({ uses_max: 2 });
  const path = new URL((await begin(headers)).headers.get("location") ?? "").pathname;
  ahead = HOUR_MS;
  const [status, message] = await messageOf(begin(headers));
  expect([status, message]).toEqual([403, expect.stringMatching(/^This upload token expired on \d{4}-/)]);
  expect((await send(path, "HEAD", headers)).status).toBe(200);
  await revokeUploadToken(context, grantOf(PERMISSIONS), id);
  await revokeUploadToken(context, grantOf(PERMISSIONS), id);
  expect((await send(path, "HEAD", headers)).status).toBe(401);
  expect(await messageOf(begin(headers))).toEqual([401, "This upload token was revoked."]);
});

test("a token does no more than its creator, and names what its own project has", async () => {
  const create = (change: Partial<TokenSettings>, permissions: readonly Permission[] = PERMISSIONS) =>
    createUploadToken(context, grantOf(permissions), settings(change));
  await expect(create({}, ["api_manage"])).rejects.toThrow(
    "This token can do more than you. You lack “Upload videos”.",
  );
  await expect(create({ published: true }, ["api_manage", "video_add"])).rejects.toThrow("You lack “Publish videos”");
  const elsewhere = await aProject(services);
  await expect(create({ category_id: await label("categories", "theirs", elsewhere) })).rejects.toThrow("category");
  await expect(create({ tag_ids: [await label("tags", "theirs", elsewhere)] })).rejects.toThrow("tags of this project");
  await expect(create({ expires_at: new Date(Date.now() - 1) })).rejects.toThrow("in the future");
  await expect(create({ expires_at: new Date(Date.now() + 366 * 24 * HOUR_MS) })).rejects.toThrow("at most 365 days");
});

test("only the token's hash is stored, and it is forgotten 30 days after it expired", async () => {
  const { id, token, headers } = await aToken();
  expect((await begin(headers)).status).toBe(201);
  const row = await selectRow(services, "upload_tokens", { id });
  expect(JSON.stringify(row)).not.toContain(token);
  expect(token.startsWith(row.prefix)).toBe(true);
  const later = { ...services, clock: { now: () => new Date(Date.now() + 31 * 24 * HOUR_MS) } };
  await forgetTokens.run(later);
  expect((await listUploadTokens(context, project.projectId, null)).data).toEqual([]);
  const upload = await selectRow(services, "uploads", { project_id: project.projectId }, "upload_token_id");
  expect(upload.upload_token_id).toBeNull();
});
