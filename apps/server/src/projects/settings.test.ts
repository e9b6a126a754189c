import { deleteRows, selectOrdered, selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import type { Context } from "../context.ts";
import { aMember, aProject, as, givePlan, type TestProject } from "../platform/testing.ts";
import { projectOfEachTest, grantOf, addCategory, addVideos } from "../testing/fixtures.ts";
import { createUpload } from "../uploads/create.ts";
import { createProject, projectImpact, readProject } from "./service.ts";
import { updateProject, type SettingsChange } from "./settings.ts";

const { services, project, context } = await projectOfEachTest();

const grant = () => grantOf(project);
const unchanged: SettingsChange = { name: "Test project", domain: "example.com" };
const change = (values: Partial<SettingsChange>) => updateProject(context, grant(), { ...unchanged, ...values });
const aCategory = async (of: TestProject, active = true) => {
  const row = await addCategory(services, of, { active });
  return row.id;
};

async function uploaded(by: Context, sizeBytes = 1000) {
  const { id } = await createUpload(by, { projectId: project.projectId, fileName: "a.mp4", title: null }, sizeBytes);
  return selectRow(services, "videos", { file_id: id }, "category_id", "published");
}

test("settings are saved, omitted ones keep their value, and every change is audited once", async () => {
  expect(await readProject(context, project.projectId)).toMatchObject({ trash_days: 30 });
  const saved = await change({
    timezone: "Europe/Paris",
    trash_days: 14,
    source_retention_days: 7,
    max_upload_bytes: 5e9,
  });
  expect(saved).toMatchObject({
    timezone: "Europe/Paris",
    trash_days: 14,
    source_retention_days: 7,
    max_upload_bytes: 5e9,
  });
  await change({});
  await change({ name: "Renamed", published_url_pattern: "https://example.com/watch/{hash}" });
  expect(await readProject(context, project.projectId)).toMatchObject({
    name: "Renamed",
    timezone: "Europe/Paris",
    trash_days: 14,
    published_url_pattern: "https://example.com/watch/{hash}",
  });
  const audits = await selectOrdered(
    services,
    "audit_log",
    "id",
    { project_id: project.projectId, action: "project.update" },
    "changes",
  );
  expect(audits.map(({ changes }) => Object.keys(changes ?? {}).sort())).toEqual([
    ["maximum_upload_bytes", "source_retention_days", "timezone", "trash_days"],
    ["name", "published_url_pattern"],
  ]);
});

test("a name used by another project of the account is refused at its field", async () => {
  await createProject(context, grant(), { name: "Other", domain: "example.org" });
  await expect(change({ name: "OTHER" })).rejects.toMatchObject({
    code: "invalid",
    fields: { name: ["There is already a project of this name."] },
  });
});

test("new videos get the project's category and, from those who may publish, are public as soon as they play", async () => {
  const categoryId = await aCategory(project);
  expect(await uploaded(context)).toEqual({ category_id: null, published: false });
  await change({ default_category_id: categoryId, default_privacy: "publish_when_ready" });
  expect(await uploaded(context)).toEqual({ category_id: categoryId, published: true });
  const uploader = as(services, await aMember(services, project, ["video_add"]));
  expect(await uploaded(uploader)).toEqual({ category_id: categoryId, published: false });
  await updateRows(services, "categories", { id: categoryId }, { active: false });
  expect(await uploaded(context)).toEqual({ category_id: null, published: true });
});

test("a file above the project's limit is refused before any upload", async () => {
  await change({ max_upload_bytes: 2_000_000 });
  await expect(uploaded(context, 3_000_000)).rejects.toMatchObject({
    code: "too_large",
    message: expect.stringContaining("2 MB") as string,
  });
  await uploaded(context, 2_000_000);
});

test("another tenant's category cannot be the default", async () => {
  const foreign = await aCategory(await aProject(services));
  await expect(change({ default_category_id: foreign })).rejects.toMatchObject({
    code: "invalid",
    fields: { default_category_id: [expect.any(String)] },
  });
});

test("deleting the default category leaves the project without one", async () => {
  const categoryId = await aCategory(project);
  await change({ default_category_id: categoryId });
  await deleteRows(services, "categories", { id: categoryId });
  expect((await readProject(context, project.projectId)).default_category_id).toBeNull();
});

test("the impact of deleting a project is counted", async () => {
  await aMember(services, project, ["video_view"]);
  await addVideos(
    services,
    project,
    [1, 2].map((bytes) => ({ title: "A", stored_bytes: bytes })),
  );
  expect(await projectImpact(context, project.projectId)).toEqual({ videos: 2, storage_bytes: 3, members: 1 });
});

test("a plan with one project allows no second one", async () => {
  await givePlan(services, project.accountId, { projects: 1 });
  const refused = createProject(context, grant(), { name: "Another", domain: "example.com" });
  await expect(refused).rejects.toMatchObject({
    code: "conflict",
    message: "The plan Small allows 1 project. Ask the operator for a larger one.",
  });
});
