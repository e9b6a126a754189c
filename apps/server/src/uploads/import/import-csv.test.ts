import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aProject, as, testServices, type TestServices } from "../../platform/testing.ts";
import { previewImports } from "./import-csv.ts";

let services: TestServices;

beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.stop());

test("a CSV is parsed row by row, with the errors of each", async () => {
  const project = await aProject(services);
  const context = as(services, project.owner);
  const grant = {
    accountId: project.accountId,
    projectId: project.projectId,
    owner: true,
    permissions: new Set(PERMISSIONS),
  };
  const place = { project_id: project.projectId, account_id: project.accountId };
  const category = await services.db
    .insertInto("categories")
    .values({ ...place, name: "News", slug: "news" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const tag = await services.db
    .insertInto("tags")
    .values({ ...place, name: "Red" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const csv = [
    "url,title,description,category,tags,publish,publish_at,resolutions",
    'https://example.com/a.mp4,A,"two\nlines",news,"red",yes,,Basic',
    "https://example.com/a.mp4,B,,,,no,2030-01-31T18:00:00Z",
    "ftp://example.com,C,,Sport,blue,perhaps,tomorrow,9p",
    "https://example.com/d.mp4",
  ].join("\n");
  const { data, valid } = await previewImports(context, grant, csv);
  expect(valid).toBe(2);
  expect(data[0]).toMatchObject({
    line: 2,
    errors: [],
    item: {
      title: "A",
      description: "two\nlines",
      category: { id: category.id },
      tags: [{ id: tag.id }],
      publish: true,
      ladder_preset: "basic",
    },
  });
  expect(data[1]).toMatchObject({ line: 4, errors: ["url: the same address is on line 2."] });
  expect(data[2]?.errors.map((text) => text.split(":")[0])).toEqual([
    "url",
    "category",
    "tags",
    "publish",
    "publish_at",
    "resolutions",
  ]);
  expect(data[3]?.item).toMatchObject({ publish: null, publish_at: null, ladder_preset: null });
  await expect(previewImports(context, grant, "title\nA")).rejects.toMatchObject({ code: "invalid" });
  const uploader = { ...grant, permissions: new Set(["video_add"] as const) };
  expect(
    (await previewImports(context, uploader, "url,publish\nhttps://example.com/a.mp4,yes")).data[0]?.errors,
  ).toHaveLength(1);
});
