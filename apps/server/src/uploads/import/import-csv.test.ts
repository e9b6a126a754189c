import { insertRow, updateRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { aProject, as } from "../../platform/testing.ts";
import { grantOf, sharedServices } from "../../testing/fixtures.ts";
import { previewImports } from "./import-csv.ts";
import { makeLabels } from "./import-labels.ts";

const services = await sharedServices();

test("an import creates the categories and tags its rows name, when it is asked to", async () => {
  const project = await aProject(services);
  const context = as(services, project.owner);
  const grant = grantOf(project);
  const csv = 'url,category,tags\nhttps://example.com/a.mp4,News,"red, Blue"\nhttps://example.com/b.mp4,NEWS,blue\n';
  expect((await previewImports(context, grant, csv)).valid).toBe(0);
  const { data, valid } = await previewImports(context, grant, csv, { createsLabels: true });
  expect(valid).toBe(2);
  expect(data[0]?.item).toMatchObject({ category: null, tags: [], new_category: "News", new_tags: ["red", "Blue"] });
  const rows = data.map(({ item }) => ({ category: item.new_category ?? "", tags: item.new_tags }));
  const made = await makeLabels(context, grant, rows);
  expect([[...made.categories.keys()], [...made.tags.keys()].toSorted()]).toEqual([["news"], ["blue", "red"]]);
  // The second time there is nothing to make.
  expect(await makeLabels(context, grant, rows)).toEqual(made);
  expect((await previewImports(context, grant, csv)).valid).toBe(2);

  const uploader = { ...grant, permissions: new Set(["video_add"] as const) };
  const other = csv.replaceAll("red", "green");
  const refused = await previewImports(context, uploader, other, { createsLabels: true });
  expect(refused.data[0]?.errors).toEqual(['tags: to create "green", your role needs the “Manage tags” permission.']);
  await expect(makeLabels(context, uploader, [{ category: "", tags: ["green"] }])).rejects.toMatchObject({
    code: "forbidden",
  });
});

test("a category that is switched off is refused in its row of the preview, and by the import in the same words", async () => {
  const project = await aProject(services);
  const context = as(services, project.owner);
  const grant = grantOf(project);
  await makeLabels(context, grant, [{ category: "News", tags: [] }]);
  await updateRows(services, "categories", { project_id: project.projectId }, { active: false });
  const csv = "url,category\nhttps://example.com/a.mp4,NEWS\nhttps://example.com/b.mp4,Sport\n";
  const { data, valid } = await previewImports(context, grant, csv, { createsLabels: true });
  const problem = '"NEWS" is switched off. Switch it on in the project\'s categories, or name another one.';
  expect({ valid, errors: data.map(({ errors }) => errors) }).toEqual({
    valid: 1,
    errors: [[`category: ${problem}`], []],
  });
  await expect(makeLabels(context, grant, [{ category: "NEWS", tags: ["new"] }])).rejects.toMatchObject({
    code: "invalid",
    message: `Labels of this import: ${problem}`,
  });
  expect(await services.db.selectFrom("tags").where("project_id", "=", project.projectId).execute()).toEqual([]);
});

test("rows of a sheet that are empty are left out, wherever they are", async () => {
  const project = await aProject(services);
  const csv = ";;\r\nurl;title;\r\n;;\r\nhttps://example.com/a.mp4;A;\r\n ; ;\r\n";
  const { data, valid } = await previewImports(as(services, project.owner), grantOf(project), csv);
  expect([valid, data.map(({ line, errors }) => [line, errors])]).toEqual([1, [[4, []]]]);
});

test("a CSV that was read in a wrong encoding is refused with what to do", async () => {
  const project = await aProject(services);
  const grant = grantOf(project);
  await expect(
    previewImports(as(services, project.owner), grant, "url;title\nhttps://example.com/a.mp4;Fr\uFFFDhling\n"),
  ).rejects.toMatchObject({ code: "invalid", message: expect.stringContaining("Save it as CSV UTF-8") });
});

test("a CSV is parsed row by row, with the errors of each", async () => {
  const project = await aProject(services);
  const context = as(services, project.owner);
  const grant = grantOf(project);
  const place = { project_id: project.projectId, account_id: project.accountId };
  const category = await insertRow(services, "categories", { ...place, name: "News", slug: "news" });
  const tag = await insertRow(services, "tags", { ...place, name: "Red" });
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

test("a comma that divides a title is an error, not the end of it, and columns that mean nothing are named", async () => {
  const project = await aProject(services);
  const [context, grant] = [as(services, project.owner), grantOf(project)];
  const csv =
    "url,title,published,,Notes\nhttps://example.com/a.mp4,Red, green,yes,,\nhttps://example.com/b.mp4,A,B,C,D,E\n";
  const { data, ignored_columns: ignored } = await previewImports(context, grant, csv);
  expect(ignored).toEqual(["published", "notes"]);
  expect(data.map(({ errors }) => errors.length)).toEqual([0, 1]);
  expect(data[1]?.errors[0]).toContain("quotation marks");
  expect((await previewImports(context, grant, "url,title\nhttps://example.com/a.mp4,A,,\n")).valid).toBe(1);
});
