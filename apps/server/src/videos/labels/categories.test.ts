import { deleteRows, selectOrdered, selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { aProject } from "../../platform/testing.ts";
import { projectOfEachTest, RUN, addVideos } from "../../testing/fixtures.ts";
import { updateVideo } from "../service.ts";
import {
  categoryOptions,
  colourCategory,
  createCategory,
  listCategories,
  moveCategory,
  removeCategories,
  removeCategory,
  setCategoryStatus,
  updateCategory,
} from "./categories.ts";
import { finishLabelRemoval } from "./label-removal.ts";

const { services, project, context, grant } = await projectOfEachTest();
const create = (name: string) => createCategory(context, grant, name);
const names = async () => (await listCategories(context, project.projectId)).map(({ name }) => name);
const counts = async () =>
  Object.fromEntries((await listCategories(context, project.projectId)).map(({ name, videos }) => [name, videos]));

async function videosIn(categoryId: number | null, count: number, of = project): Promise<number[]> {
  const rows = await addVideos(
    services,
    of,
    Array.from({ length: count }, () => ({ title: "A video", category_id: categoryId })),
  );
  return rows.map(({ id }) => id);
}

const categoryOf = async (videoId: number) =>
  (await selectRow(services, "videos", { id: videoId }, "category_id")).category_id;

const history = async (categoryId: number) => {
  const events = await selectOrdered(services, "events", "id", {}, "type", "payload");
  const audits = await selectOrdered(
    services,
    "audit_log",
    "id",
    { object_type: "category", object_id: categoryId },
    "action",
  );
  return {
    events: events.filter(({ payload }) => payload["category_id"] === categoryId).map(({ type }) => type),
    audits: audits.map(({ action }) => action),
  };
};

// spec: 7.8
test("new categories are added at the end, each with a slug of its own", async () => {
  const first = await create("News");
  const second = await create("Né ws!");
  const third = await create("ne-ws");
  expect([first.slug, second.slug, third.slug]).toEqual(["news", "ne-ws", "ne-ws-2"]);
  expect(await names()).toEqual(["News", "Né ws!", "ne-ws"]);
});

test("a name is unique in a project, case-insensitively, and free in another", async () => {
  await create("News");
  await expect(create("NEWS")).rejects.toMatchObject({
    code: "invalid",
    fields: { name: ["There is already a category of this name."] },
  });
  const stranger = await aProject(services);
  await createCategory(context, { ...grant, accountId: stranger.accountId, projectId: stranger.projectId }, "News");
});

test("renaming keeps the slug unless a new one is chosen, and refuses what another category has", async () => {
  const news = await create("News");
  await create("Sport");
  expect(await updateCategory(context, grant, news.id, { name: "World", slug: undefined })).toMatchObject({
    name: "World",
    slug: "news",
  });
  expect(await updateCategory(context, grant, news.id, { name: "World", slug: "world" })).toMatchObject({
    slug: "world",
  });
  await expect(updateCategory(context, grant, news.id, { name: "sport", slug: undefined })).rejects.toMatchObject({
    fields: { name: [expect.any(String)] },
  });
  await expect(updateCategory(context, grant, news.id, { name: "World", slug: "sport" })).rejects.toMatchObject({
    fields: { slug: [expect.any(String)] },
  });
});

test("new categories differ in colour, and a changed colour is logged once", async () => {
  const [news, sport] = [await create("News"), await create("Sport")];
  expect([news.colour, sport.colour]).toEqual(["blue", "green"]);
  await colourCategory(context, grant, news.id, "red");
  expect(await colourCategory(context, grant, news.id, "red")).toMatchObject({ name: "News", colour: "red" });
  expect((await history(news.id)).events).toEqual(["category.created", "category.coloured"]);
  expect((await create("Culture")).colour).toBe("blue");
});

// spec: 4.26
test("a category that is off stays on its videos, cannot be chosen, and is logged once", async () => {
  const news = await create("News");
  const [inside, outside] = await Promise.all([videosIn(news.id, 1), videosIn(null, 1)]);
  await setCategoryStatus(context, grant, news.id, false);
  await setCategoryStatus(context, grant, news.id, false);
  expect(await categoryOptions(context, project.projectId, null)).toEqual([]);
  const meta = { title: "A", description: "", category_id: news.id };
  expect(await updateVideo(context, grant, inside[0]!, meta)).toMatchObject({ category: { id: news.id } });
  await expect(updateVideo(context, grant, outside[0]!, meta)).rejects.toMatchObject({
    code: "invalid",
    fields: { category_id: [expect.stringContaining("switched off")] },
  });
  expect(await history(news.id)).toEqual({
    events: ["category.created", "category.switched_off"],
    audits: ["category.created", "category.switched_off"],
  });
});

test("a category is moved to any place, also by two people at once", async () => {
  const [a, b, c] = [await create("A"), await create("B"), await create("C")];
  const order = await moveCategory(context, grant, c.id, 0);
  expect(order.map(({ name }) => name)).toEqual(["C", "A", "B"]);
  await Promise.all([moveCategory(context, grant, a.id, 99), moveCategory(context, grant, b.id, 0)]);
  expect(await names()).toEqual(["B", "C", "A"]);
});

test("the count of a category follows its videos: added, moved, deleted, taken back", async () => {
  const [a, b] = [await create("A"), await create("B")];
  const videos = await videosIn(a.id, 3);
  const set = (values: object) => updateRows(services, "videos", { id: videos[0]! }, values);
  expect(await counts()).toEqual({ A: 3, B: 0 });
  await set({ category_id: b.id });
  expect(await counts()).toEqual({ A: 2, B: 1 });
  await set({ deleted_at: new Date() });
  expect(await counts()).toEqual({ A: 2, B: 0 });
  await set({ deleted_at: null });
  await deleteRows(services, "videos", { id: videos[1]! });
  expect(await counts()).toEqual({ A: 1, B: 1 });
});

test("deleting a category gives its videos the replacement, or none", async () => {
  const [a, b, c] = [await create("A"), await create("B"), await create("C")];
  const [inA] = await videosIn(a.id, 1);
  const [inB] = await videosIn(b.id, 1);
  await removeCategory(context, grant, a.id, { id: c.id, field: "replacement_id" });
  await removeCategory(context, grant, b.id, null);
  expect([await categoryOf(inA!), await categoryOf(inB!)]).toEqual([c.id, null]);
  expect(await counts()).toEqual({ C: 1 });
});

test("several categories are deleted in one transaction", async () => {
  const [a, b, c] = [await create("A"), await create("B"), await create("C")];
  const [inA] = await videosIn(a.id, 1);
  const [inB] = await videosIn(b.id, 1);
  await expect(removeCategories(context, grant, [a.id, 9e9], null)).rejects.toMatchObject({ code: "not_found" });
  await expect(removeCategories(context, grant, [a.id, b.id], b.id)).rejects.toMatchObject({
    code: "invalid",
    fields: { replacement_id: [expect.any(String)] },
  });
  expect(await names()).toEqual(["A", "B", "C"]);
  await removeCategories(context, grant, [a.id, b.id], c.id);
  expect(await names()).toEqual(["C"]);
  expect([await categoryOf(inA!), await categoryOf(inB!)]).toEqual([c.id, c.id]);
});

test("a large category is hidden at once and its videos are moved page by page, through two merges", async () => {
  const [a, b, c] = [await create("A"), await create("B"), await create("C")];
  const videos = await videosIn(a.id, 1_100);
  await removeCategory(context, grant, a.id, { id: b.id, field: "into_id" });
  expect(await names()).toEqual(["B", "C"]);
  // The name is free again, and videos that were to be moved to B are moved to C.
  await create("A");
  await removeCategory(context, grant, b.id, { id: c.id, field: "into_id" });
  for (const id of [a.id, b.id]) await finishLabelRemoval.run(services, { noun: "category", id }, RUN);
  await finishLabelRemoval.run(services, { noun: "category", id: a.id }, RUN);
  expect(await counts()).toEqual({ A: 0, C: videos.length });
  const gone = await services.db.selectFrom("categories").select("id").where("id", "in", [a.id, b.id]).execute();
  expect(gone).toEqual([]);
});

test("a category cannot be merged into itself, into a deleted one, or into another tenant's", async () => {
  const [a, b] = [await create("A"), await create("B")];
  await removeCategory(context, grant, b.id, null);
  const stranger = await aProject(services);
  const foreign = await createCategory(
    context,
    { ...grant, accountId: stranger.accountId, projectId: stranger.projectId },
    "Foreign",
  );
  for (const id of [a.id, b.id, foreign.id, 9e9]) {
    await expect(removeCategory(context, grant, a.id, { id, field: "into_id" })).rejects.toMatchObject({
      code: "invalid",
      fields: { into_id: [expect.any(String)] },
    });
  }
  for (const id of [b.id, foreign.id]) {
    await expect(updateCategory(context, grant, id, { name: "X", slug: undefined })).rejects.toMatchObject({
      code: "not_found",
    });
  }
});
