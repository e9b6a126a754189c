import { afterAll, expect, test } from "vitest";
import { createApiKey } from "../api-keys/service.ts";
import { as } from "../platform/testing.ts";
import { sharedProject } from "../testing/fixtures.ts";
import { createApi } from "./api.ts";

const { services, project, grant } = await sharedProject();
const api = await createApi(services);
const key = { name: "Script", scopes: ["full"], addresses: [], origins: [], expires_at: null };
const authorization = `Bearer ${(await createApiKey(as(services, project.owner), grant, key)).secret}`;
afterAll(() => api.close());

const categories = () => `/projects/${project.projectId}/categories`;

const read = (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
  api.inject({ method, url, headers: { authorization, ...headers } });

const create = async (name: string) => {
  const payload = { name };
  const answer = await api.inject({ method: "POST", url: categories(), headers: { authorization }, payload });
  return { answer, id: answer.json<{ data: { id: number } }>().data.id };
};

test("what did not change is answered with 304 and no body, until it changes", async () => {
  const first = await read(categories());
  const tag = String(first.headers["etag"]);
  expect([first.statusCode, tag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]{27}"$/)]);
  for (const header of [tag, tag.slice(2), `"other", ${tag}`, "*"]) {
    const again = await read(categories(), { "if-none-match": header });
    expect([header, again.statusCode, again.body, again.headers["etag"]]).toEqual([header, 304, "", tag]);
    expect(again.headers["content-type"]).toBeUndefined();
  }
  expect((await read(categories(), { "if-none-match": tag }, "HEAD")).statusCode).toBe(304);
  await create("Harbor");
  const changed = await read(categories(), { "if-none-match": tag });
  expect([changed.statusCode, changed.json<{ data: unknown[] }>().data.length]).toEqual([200, 1]);
  expect(changed.headers["etag"]).not.toBe(tag);
});

test("HEAD has the tag of GET; answers to changes and refusals have none", async () => {
  const [got, head] = [await read(categories()), await read(categories(), {}, "HEAD")];
  expect([head.body, head.headers["etag"]]).toEqual(["", got.headers["etag"]]);
  const { answer } = await create("Lighthouse");
  expect([answer.statusCode, answer.headers["etag"]]).toEqual([201, undefined]);
  const refused = await read("/projects/999999/categories", { "if-none-match": "*" });
  expect([refused.statusCode, refused.headers["etag"]]).toEqual([404, undefined]);
});
