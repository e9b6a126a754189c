import { findRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { aProject, as } from "../../platform/testing.ts";
import { projectOfEachTest, RUN, addVideo } from "../../testing/fixtures.ts";
import { deleteVideo } from "../service.ts";
import { deleteOldSources, deleteSourceFile } from "./retention.ts";
import { emptyTrash, purgeWhenDue } from "./trash-can.ts";
import { listTrash, restoreVideo } from "./trash.ts";

const { services, project, context, grant } = await projectOfEachTest();

const DAY_MS = 86_400_000;
const daysLater = (days: number) => ({ ...services, clock: { now: () => new Date(Date.now() + days * DAY_MS) } });
const setProject = (values: { trash_days?: number; source_retention_days?: number | null }) =>
  updateRows(services, "projects", { id: project.projectId }, values);
const read = (id: number) => findRow(services, "videos", { id });

async function aVideo(status: "complete" | "failed" = "complete"): Promise<number> {
  const { id } = await addVideo(services, project, {
    title: "A video",
    status,
    source_bytes: 6,
    stored_bytes: 10,
    completed_at: new Date(),
  });
  const key = `assets/${id}/source/a.mp4`;
  await services.storage.put(key, Buffer.from("source"));
  await updateRows(services, "videos", { id }, { source_key: key });
  return id;
}
const hasSource = async (id: number) => (await services.storage.stat(`assets/${id}/source/a.mp4`)) !== null;

test("a deleted video stays in the trash, can be restored, and is purged after its days", async () => {
  await setProject({ trash_days: 30 });
  const id = await aVideo();
  expect(await deleteVideo(context, grant, id)).toBe(true);
  await purgeWhenDue(services, id);
  expect(await listTrash(context, grant)).toMatchObject([{ id, size_bytes: 10 }]);
  await restoreVideo(context, grant, id);
  expect(await read(id)).toMatchObject({ status: "complete", deleted_at: null });
  expect(await hasSource(id)).toBe(true);

  await deleteVideo(context, grant, id);
  await emptyTrash.run(daysLater(29));
  expect(await read(id)).toBeDefined();
  await emptyTrash.run(daysLater(30));
  expect([await read(id), await hasSource(id)]).toEqual([undefined, false]);
  await expect(restoreVideo(context, grant, id)).rejects.toMatchObject({ code: "not_found" });
});

test("without days in the trash, and for videos that never were complete, deletion is permanent", async () => {
  await setProject({ trash_days: 0 });
  const complete = await aVideo();
  expect(await deleteVideo(context, grant, complete)).toBe(false);
  await purgeWhenDue(services, complete);
  await setProject({ trash_days: 30 });
  const failed = await aVideo("failed");
  expect(await deleteVideo(context, grant, failed)).toBe(false);
  await purgeWhenDue(services, failed);
  expect([await read(complete), await read(failed)]).toEqual([undefined, undefined]);
});

test("another tenant's deleted video is not in the trash", async () => {
  await setProject({ trash_days: 30 });
  const id = await aVideo();
  await deleteVideo(context, grant, id);
  const stranger = await aProject(services);
  await expect(
    restoreVideo(
      as(services, stranger.owner),
      { ...grant, accountId: stranger.accountId, projectId: stranger.projectId },
      id,
    ),
  ).rejects.toMatchObject({
    code: "not_found",
  });
});

test("originals are deleted after their days and their size is subtracted; the renditions stay", async () => {
  const id = await aVideo();
  await deleteOldSources.run(daysLater(4000));
  expect(await hasSource(id)).toBe(true);
  await setProject({ source_retention_days: 7 });
  await deleteOldSources.run(daysLater(6));
  expect((await read(id))?.source_key).not.toBeNull();
  await deleteOldSources.run(daysLater(8));
  await deleteOldSources.run(daysLater(8));
  expect(await read(id)).toMatchObject({ source_key: null, source_bytes: null, stored_bytes: 4, status: "complete" });
  await deleteSourceFile.run(services, { key: `assets/${id}/source/a.mp4` }, RUN);
  expect(await hasSource(id)).toBe(false);
  const audits = await selectRows(services, "audit_log", { object_type: "video", object_id: id }, "action");
  expect(audits).toEqual([{ action: "video.source_deleted" }]);
});

test("an original that is a video's source again is not removed", async () => {
  const id = await aVideo();
  await deleteSourceFile.run(services, { key: `assets/${id}/source/a.mp4` }, RUN);
  expect(await hasSource(id)).toBe(true);
});
