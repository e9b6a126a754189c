import { deleteRows, insertRow, insertRows, selectOrdered, selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newHash } from "../../platform/secrets/hash.ts";
import { aProject } from "../../platform/testing.ts";
import { aVideo } from "../../playback/testing.ts";
import { projectOfEachTest, RUN, addVideo, addStream } from "../../testing/fixtures.ts";
import { updateVideo } from "../service.ts";
import { createCategory, removeCategory } from "./categories.ts";
import { finishLabelRemoval } from "./label-removal.ts";
import { createTags, deleteUnusedTags, listTags, removeTag, renameTag, tagOptions, type TagQuery } from "./tags.ts";

const { services, project, context, grant } = await projectOfEachTest();
const list = (request: Partial<TagQuery> = {}) =>
  listTags(context, project.projectId, { page: 1, per_page: 30, sort: "name", ...request });
const names = async (request: Partial<TagQuery> = {}) => (await list(request)).data.map(({ name }) => name);

async function tagIds(...wanted: string[]): Promise<number[]> {
  const { data } = await createTags(context, grant, wanted);
  return wanted.map((name) => data.find((row) => row.name === name)?.id ?? 0);
}

async function aVideoWith(...ids: number[]): Promise<number> {
  const { id } = await addVideo(services, project, { title: "A video" });
  for (const tagId of ids)
    await insertRow(services, "video_tags", { video_id: id, tag_id: tagId, project_id: project.projectId });
  return id;
}

const tagsOf = async (videoId: number) => {
  const rows = await selectOrdered(services, "video_tags", "tag_id", { video_id: videoId }, "tag_id");
  return rows.map((row) => row.tag_id);
};
const uses = async () => Object.fromEntries((await list()).data.map(({ name, videos }) => [name, videos]));

test("many tags are added at once; those there already stay as they are", async () => {
  await createTags(context, grant, ["News"]);
  const { data, known } = await createTags(context, grant, ["news", "Sport", "sport", "Live"]);
  expect(data.map(({ name, created_by: by }) => [name, by?.id])).toEqual([
    ["sport", project.ownerId],
    ["Live", project.ownerId],
  ]);
  expect(known).toEqual(["news"]);
  await expect(createTags(context, grant, ["NEWS"])).rejects.toMatchObject({
    code: "invalid",
    fields: { names: ["There is already a tag of this name."] },
  });
  expect(await names()).toEqual(["Live", "News", "sport"]);
});

test("tags are found by a part of their name, sorted and paged", async () => {
  await createTags(
    context,
    grant,
    Array.from({ length: 45 }, (_, number) => `tag ${String(number).padStart(2, "0")}`),
  );
  const [rare] = await tagIds("100%_sure");
  await aVideoWith(rare!);
  expect(await list({ page: 2 })).toMatchObject({ pagination: { page: 2, max: 2, total: 46, from: 31, to: 46 } });
  expect(await names({ search: "%_S" })).toEqual(["100%_sure"]);
  expect((await names({ sort: "-videos" }))[0]).toBe("100%_sure");
  expect((await names({ sort: "-created_at" }))[0]).toBe("100%_sure");
  expect((await list({ unused: "true" })).pagination.total).toBe(45);
  expect((await tagOptions(context, project.projectId, "g 4")).map(({ name }) => name)).toHaveLength(5);
});

test("names that begin with the text are listed before names that contain it", async () => {
  const [contains] = await tagIds("old news", "news");
  await aVideoWith(contains!);
  expect((await tagOptions(context, project.projectId, "news")).map(({ name }) => name)).toEqual(["news", "old news"]);
  expect((await tagOptions(context, project.projectId, null)).map(({ name }) => name)).toEqual(["old news", "news"]);
});

test("the count of a tag follows its videos: tagged, deleted, taken back, removed for good", async () => {
  const [a] = await tagIds("a");
  const video = await aVideoWith(a!);
  const setDeleted = (at: Date | null) => updateRows(services, "videos", { id: video }, { deleted_at: at });
  expect(await uses()).toEqual({ a: 1 });
  await setDeleted(new Date());
  expect(await uses()).toEqual({ a: 0 });
  await setDeleted(null);
  expect(await uses()).toEqual({ a: 1 });
  await deleteRows(services, "videos", { id: video });
  expect(await uses()).toEqual({ a: 0 });
});

test("a tag is renamed for all its videos, unless another tag has the name", async () => {
  const [a] = await tagIds("a", "b");
  expect(await renameTag(context, grant, a!, "A")).toMatchObject({ name: "A" });
  await expect(renameTag(context, grant, a!, "B")).rejects.toMatchObject({
    code: "invalid",
    fields: { name: [expect.stringContaining("Merge")] },
  });
});

test("merging tags leaves each video with one of them, however many videos there are", async () => {
  const [a, b] = await tagIds("a", "b");
  const both = await aVideoWith(a!, b!);
  const one = await aVideoWith(a!);
  await removeTag(context, grant, a!, b!);
  expect([await tagsOf(both), await tagsOf(one)]).toEqual([[b], [b]]);
  expect(await uses()).toEqual({ b: 2 });
  await finishLabelRemoval.run(services, { noun: "tag", id: a! }, RUN);
  await removeTag(context, grant, b!, null);
  expect(await tagsOf(one)).toEqual([]);
  expect(await names()).toEqual([]);
});

test("merged tags and categories stay with their livestreams, and a tag only a livestream has is not unused", async () => {
  const { db } = services;
  const [a, b] = await tagIds("a", "b", "c");
  const { projectId: project_id } = project;
  const [from, into] = await Promise.all(
    ["From", "Into"].map((name) => createCategory(context, grant, name).then(({ id }) => id)),
  );
  const { id } = await addStream(services, project, { category_id: from ?? 0 });
  const tagsOfStream = async () =>
    (await selectOrdered(db, "stream_tags", "tag_id", { stream_id: id }, "tag_id")).map(({ tag_id: tag }) => tag);
  await insertRow(db, "stream_tags", { stream_id: id, tag_id: a!, project_id });
  await removeTag(context, grant, a!, b!);
  expect(await tagsOfStream()).toEqual([b]);
  expect(await names({ unused: "true" })).toEqual(["c"]);
  expect(await deleteUnusedTags(context, grant)).toBe(1);
  expect(await names()).toEqual(["b"]);
  await removeTag(context, grant, b!, null);
  expect(await tagsOfStream()).toEqual([]);
  await removeCategory(context, grant, from ?? 0, { id: into ?? 0, field: "replacement_id" });
  const stream = await selectRow(db, "streams", { id }, "category_id");
  expect(stream.category_id).toBe(into);
});

test("the count of a tag follows its livestreams, and one that only a deleted livestream has is unused", async () => {
  const { db } = services;
  const [a] = await tagIds("a");
  const { projectId: project_id, accountId: account_id } = project;
  const key = () => ({ key_hash: Buffer.from(newHash()), key_sealed: Buffer.alloc(1) });
  const streams = await insertRows(
    db,
    "streams",
    ["One", "Two"].map((name) => ({ project_id, account_id, hash: newHash(), name, ...key() })),
  );
  await insertRows(
    db,
    "stream_tags",
    streams.map(({ id }) => ({ stream_id: id, tag_id: a!, project_id })),
  );
  const counts = async () => (await list()).data.map(({ videos, livestreams }) => [videos, livestreams]);
  expect(await counts()).toEqual([[0, 2]]);
  await updateRows(db, "streams", { id: streams[0]?.id ?? 0 }, { deleted_at: new Date() });
  expect(await counts()).toEqual([[0, 1]]);
  expect(await names({ unused: "true" })).toEqual([]);
  await updateRows(db, "streams", { project_id }, { deleted_at: new Date() });
  expect(await counts()).toEqual([[0, 0]]);
  expect(await names({ unused: "true" })).toEqual(["a"]);
  expect(await deleteUnusedTags(context, grant)).toBe(1);
});

test("unused tags are deleted together, used ones stay", async () => {
  const [a] = await tagIds("a", "b", "c");
  await aVideoWith(a!);
  expect(await deleteUnusedTags(context, grant)).toBe(2);
  expect(await deleteUnusedTags(context, grant)).toBe(0);
  expect(await names()).toEqual(["a"]);
});

test("a tag cannot be merged into itself, a deleted one, or another tenant's", async () => {
  const [a, b] = await tagIds("a", "b");
  await removeTag(context, grant, b!, null);
  const stranger = await aProject(services);
  const foreign = await createTags(
    context,
    { ...grant, accountId: stranger.accountId, projectId: stranger.projectId },
    ["foreign"],
  );
  for (const id of [a!, b!, foreign.data[0]!.id, 9e9]) {
    await expect(removeTag(context, grant, a!, id)).rejects.toMatchObject({
      code: "invalid",
      fields: { into_id: [expect.any(String)] },
    });
  }
  await expect(renameTag(context, grant, foreign.data[0]!.id, "x")).rejects.toMatchObject({ code: "not_found" });
});

test("transactions that set the same tags in different orders do not deadlock", async () => {
  const wanted = Array.from({ length: 20 }, (_, number) => `Order ${number}`);
  await tagIds(...wanted);
  const change = { title: "Shared", description: "", category_id: null };
  const videos = await Promise.all(Array.from({ length: 8 }, () => aVideo(services, project, {})));
  for (let round = 0; round < 6; round += 1)
    await Promise.all(
      videos.map(({ id }, at) => {
        const some = wanted.filter((_, number) => (number + at + round) % 3 > 0);
        return updateVideo(context, grant, id, { ...change, tags: at % 2 === 0 ? some : some.toReversed() });
      }),
    );
  const { rows } = await sql<{ counted: number; there: number }>`
    select videos as counted, (select count(*)::int from video_tags where tag_id = tags.id) as there
    from tags where project_id = ${project.projectId}`.execute(services.db);
  expect(rows).toHaveLength(20);
  expect(rows.map(({ counted }) => counted)).toEqual(rows.map(({ there }) => there));
});
