import { videoSelection } from "@kinora/contract/videos/video-filter.ts";
import { deleteRows, selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import type { Permission } from "@kinora/domain/people/permissions.ts";
import { beforeEach, expect, test } from "vitest";
import type { Services } from "../../context.ts";
import { aMember, aProject, as } from "../../platform/testing.ts";
import { projectOfEachTest, RUN, addVideos, addCategory, addTag } from "../../testing/fixtures.ts";
import { runBulkJob } from "./run.ts";
import { cancelBulkJob, listBulkJobs, readBulkJob, startBulkJob, type BulkOrder } from "./service.ts";

const { services, project, context, grant } = await projectOfEachTest();
beforeEach(async () => {
  await updateRows(services, "projects", { id: project.projectId }, { trash_days: 30 });
});

async function videos(count: number, place = project): Promise<number[]> {
  const rows = await addVideos(
    services,
    place,
    Array.from({ length: count }, (_, index) => ({ title: `Video ${index}`, source_key: "x" })),
  );
  return rows.map(({ id }) => id);
}

const order = (action: BulkOrder["action"], chosen: Partial<BulkOrder>): BulkOrder => ({
  action,
  options: {},
  ids: undefined,
  filter: undefined,
  ...chosen,
});
const everything = (type: "completed" | "trash" = "completed") => videoSelection.parse({ type });
const work = (bulkId: number, on: Services = services, signal = RUN.signal) =>
  runBulkJob.run(on, { bulkId }, { ...RUN, signal });
const published = () => selectRows(services, "videos", { project_id: project.projectId, published: true }, "id");

test("a bulk action applies to all videos that match its filter, not to later ones", async () => {
  await videos(120);
  const job = await startBulkJob(context, grant, order("publish", { filter: everything() }));
  expect(job).toMatchObject({ state: "running", total: 120, done: 0 });
  await videos(3);
  await work(job.id);
  expect(await readBulkJob(services.db, grant, job.id)).toMatchObject({
    state: "complete",
    done: 120,
    failed: 0,
    failures: [],
  });
  expect(await published()).toHaveLength(120);
});

test("a run that dies resumes after the last video it finished, and nothing is done twice", async () => {
  await videos(30);
  const job = await startBulkJob(context, grant, order("publish", { filter: everything() }));
  const dying = new AbortController();
  let emitted = 0;
  const mortal: Services = {
    ...services,
    async emit(tx, event) {
      await services.emit(tx, event);
      emitted += 1;
      if (emitted === 11) dying.abort(new Error("killed"));
    },
  };
  await expect(work(job.id, mortal, dying.signal)).rejects.toThrow("killed");
  expect(await readBulkJob(services.db, grant, job.id)).toMatchObject({ state: "running", done: 11 });
  // The last one was done, but its worker died before it could store that.
  const before = await selectRow(services, "bulk_jobs", { id: job.id });
  await updateRows(services, "bulk_jobs", { id: job.id }, { last_video_id: before.last_video_id - 1, done: 10 });
  await work(job.id);
  expect(await readBulkJob(services.db, grant, job.id)).toMatchObject({ state: "complete", done: 30, failed: 0 });
  expect(await published()).toHaveLength(30);
  const events = await selectRows(services, "events", { project_id: project.projectId, type: "video.published" }, "id");
  expect(events).toHaveLength(30);
});

test("videos that are refused are listed with the reason, the others are done", async () => {
  const [one = 0, two = 0] = await videos(2);
  const [foreign = 0] = await videos(1, await aProject(services));
  const job = await startBulkJob(context, grant, order("retranscode", { ids: [two, one, foreign, 9e9, one] }));
  expect(job.total).toBe(4);
  await updateRows(services, "videos", { id: one }, { source_key: null });
  await work(job.id);
  const done = await readBulkJob(services.db, grant, job.id);
  expect(done).toMatchObject({ state: "complete", done: 1, failed: 3 });
  expect(done.failures).toMatchObject([
    { video_id: one, title: "Video 0", code: "conflict" },
    { video_id: foreign, title: "", code: "not_found" },
    { video_id: 9e9, code: "not_found" },
  ]);
});

test("a category, tags, the trash and back: each action does what one video's own button does", async () => {
  const ids = await videos(3);
  const category = await addCategory(services, project, { name: "News", slug: "news" });
  const tag = await addTag(services, project, "Red");
  const all = async (action: BulkOrder["action"], chosen: Partial<BulkOrder>) => {
    const job = await startBulkJob(context, grant, order(action, chosen));
    await work(job.id);
    expect(await readBulkJob(services.db, grant, job.id)).toMatchObject({ state: "complete", done: 3, failed: 0 });
  };
  const counts = () =>
    services.db
      .selectFrom("categories")
      .innerJoin("tags", "tags.project_id", "categories.project_id")
      .select(["categories.videos as in_category", "tags.videos as with_tag"])
      .where("categories.id", "=", category.id)
      .executeTakeFirstOrThrow();
  await all("set_category", { ids, options: { category_id: category.id } });
  await all("add_tags", { ids, options: { tag_ids: [tag.id] } });
  await all("add_tags", { ids, options: { tag_ids: [tag.id] } });
  expect(await counts()).toEqual({ in_category: 3, with_tag: 3 });
  await all("delete", { filter: everything() });
  expect(await counts()).toEqual({ in_category: 0, with_tag: 0 });
  await all("restore", { filter: everything("trash") });
  expect(await counts()).toEqual({ in_category: 3, with_tag: 3 });
  await all("remove_tags", { ids, options: { tag_ids: [tag.id] } });
  expect(await counts()).toEqual({ in_category: 3, with_tag: 0 });
  await all("delete", { ids });
  await all("purge", { ids });
  const gone = await selectRows(services, "videos", { project_id: project.projectId }, "status");
  expect(gone.map(({ status }) => status)).toEqual(["cancelled", "cancelled", "cancelled"]);
});

test("a cancelled action stops where it is", async () => {
  await videos(5);
  const job = await startBulkJob(context, grant, order("publish", { filter: everything() }));
  await cancelBulkJob(context, grant, job.id);
  await work(job.id);
  expect(await readBulkJob(services.db, grant, job.id)).toMatchObject({ state: "cancelled", done: 0 });
  expect(await published()).toHaveLength(0);
});

test("a caller who loses the permission, or may see only their own videos, changes no others", async () => {
  const ids = await videos(2);
  const editor = await aMember(services, project, ["video_publish", "video_view"]);
  const held = (...flags: Permission[]) => ({ ...grant, owner: false, permissions: new Set(flags) });
  const job = await startBulkJob(as(services, editor), held("video_publish", "video_view"), order("publish", { ids }));
  await deleteRows(services, "project_members", { user_id: editor.userId });
  await work(job.id);
  expect(await readBulkJob(services.db, grant, job.id)).toMatchObject({
    state: "failed",
    done: 0,
    message: expect.stringContaining("project"),
  });
  const uploader = await aMember(services, project, ["video_publish", "video_add"]);
  const [own = 0] = await videos(1);
  await updateRows(services, "videos", { id: own }, { user_id: uploader.userId });
  const second = await startBulkJob(
    as(services, uploader),
    held("video_publish", "video_add"),
    order("publish", { ids: [...ids, own] }),
  );
  await work(second.id);
  expect(await readBulkJob(services.db, grant, second.id)).toMatchObject({ state: "complete", done: 1, failed: 2 });
  expect(await published()).toEqual([{ id: own }]);
});

test("a bulk action is found in its own project only, and listed for the caller who started it", async () => {
  const ids = await videos(1);
  const job = await startBulkJob(context, grant, order("publish", { ids }));
  const stranger = await aProject(services);
  await expect(readBulkJob(services.db, { projectId: stranger.projectId }, job.id)).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await listBulkJobs(context, grant)).toMatchObject([{ id: job.id }]);
  expect(await listBulkJobs(as(services, await aMember(services, project, ["video_view"])), grant)).toEqual([]);
});
