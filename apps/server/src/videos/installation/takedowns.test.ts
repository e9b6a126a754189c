import { findRow, selectOrdered, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { expect, test, vi } from "vitest";
import { as, aProject, auditedActions } from "../../platform/testing.ts";
import { addTag, sharedProject, asSuperuser, grantOf } from "../../testing/fixtures.ts";
import { aLibraryVideo } from "../../testing/library-videos.ts";
import { linkOriginal } from "../lifecycle/originals.ts";
import { keepSchedules } from "../lifecycle/schedule.ts";
import { purgeWhenDue } from "../lifecycle/trash-can.ts";
import { listVideos } from "../lists/list.ts";
import { readVideo, setPublished } from "../service.ts";
import { readInstallationVideo } from "./details.ts";
import { listInstallationVideos } from "./list.ts";
import { purgeVideo, reinstateVideo, takeDownVideo } from "./takedowns.ts";

const { services, project, grant } = await sharedProject();
const WHY = { reason: "Notice 12", message: "Removed." };
const everything: Parameters<typeof listInstallationVideos>[1] = { page: 1, per_page: 30 };
const aFilm = (title: string, more: object = {}) => aLibraryVideo(services, {}, project, { title, ...more });

test("the project sees a take-down, which keeps it from publishing, and is undone by reinstating", async () => {
  const [root, owner] = [await asSuperuser(services), as(services, project.owner)];
  const id = await aFilm("Harbor");
  await takeDownVideo(root, id, WHY);
  expect(await readVideo(owner, grant, id)).toMatchObject({ taken_down: WHY, image_urls: {}, storyboard_url: null });
  await expect(setPublished(owner, grant, id, true)).rejects.toMatchObject({ code: "conflict" });
  await expect(linkOriginal(owner, grant, id)).rejects.toMatchObject({ code: "taken_down", status: 451 });
  await expect(takeDownVideo(root, id, WHY)).rejects.toMatchObject({ code: "conflict" });

  await reinstateVideo(root, id, "Withdrawn");
  expect(await readVideo(owner, grant, id)).toMatchObject({ taken_down: null, published: false });
  expect(await setPublished(owner, grant, id, true)).toMatchObject({ published: true });
  await expect(reinstateVideo(root, id, "Again")).rejects.toMatchObject({ code: "conflict" });

  expect(await auditedActions(services, project.projectId)).toEqual([
    "video.taken_down",
    "video.reinstated",
    "video.published",
  ]);
  const { log } = await readInstallationVideo(root, id);
  expect(log).toMatchObject([
    { action: "video.published", reason: null },
    { action: "video.reinstated", reason: "Withdrawn" },
    { action: "video.taken_down", reason: "Notice 12", actor: "Test Person" },
  ]);
  const events = await selectOrdered(services, "events", "id", { project_id: project.projectId }, "type");
  expect(events.map(({ type }) => type)).toEqual(["video.taken_down", "video.reinstated", "video.published"]);
});

test("a published video can be unpublished while it is taken down, and its schedule waits until it is reinstated", async () => {
  const [root, owner] = [await asSuperuser(services), as(services, project.owner)];
  const id = await aFilm("Scheduled", { published: true });
  await takeDownVideo(root, id, WHY);
  expect(await setPublished(owner, grant, id, false)).toMatchObject({ published: false });
  await updateRows(services, "videos", { id }, { publish_at: new Date(0) });
  const isPublished = async () => (await readVideo(owner, grant, id)).published;
  await keepSchedules.run(services);
  expect(await isPublished()).toBe(false);
  await reinstateVideo(root, id, "Withdrawn");
  await keepSchedules.run(services);
  expect(await isPublished()).toBe(true);
});

test("a video is deleted for good when its title is typed, without the trash of its project", async () => {
  const root = await asSuperuser(services);
  const id = await aFilm("Gone");
  await expect(purgeVideo(root, id, { title: "gone", reason: "Notice 15" })).rejects.toMatchObject({
    code: "invalid",
    fields: { title: [expect.any(String)] },
  });
  await purgeVideo(root, id, { title: "Gone", reason: "Notice 15" });
  await expect(readInstallationVideo(root, id)).rejects.toMatchObject({ code: "not_found" });
  await expect(takeDownVideo(root, id, WHY)).rejects.toMatchObject({ code: "not_found" });
  await purgeWhenDue(services, id);
  expect(await selectRows(services, "videos", { id }, "id")).toEqual([]);
});

test("videos of all accounts are listed, and found by words, account, state and take-down", async () => {
  const root = await asSuperuser(services);
  const place = await aProject(services);
  const [done, failed, trashed] = [
    await aLibraryVideo(services, {}, place, { title: "Orchard walk" }),
    await aLibraryVideo(services, {}, place, { title: "Orchard night", status: "failed" }),
    await aLibraryVideo(services, {}, place, { title: "Orchard rain", deleted_at: new Date() }),
  ];
  await takeDownVideo(root, done, WHY);
  const account = place.accountId;
  const idsOf = async (request: Partial<typeof everything>) =>
    (await listInstallationVideos(root, { ...everything, ...request })).data.map(({ id }) => id);
  expect((await idsOf({})).slice(0, 3)).toEqual([trashed, failed, done]);
  expect(await idsOf({ account })).toEqual([trashed, failed, done]);
  expect(await idsOf({ search: "ORCHARD" })).toEqual([trashed, failed, done]);
  expect(await idsOf({ search: "orchard", state: "failed" })).toEqual([failed]);
  expect(await idsOf({ account, state: "trash" })).toEqual([trashed]);
  expect(await idsOf({ account, taken_down: "true" })).toEqual([done]);
  expect(await idsOf({ account, taken_down: "false" })).toEqual([trashed, failed]);
  const page = await listInstallationVideos(root, { ...everything, account, page: 2, per_page: 2 });
  expect(page.data).toMatchObject([
    { id: done, state: "completed", account: { name: "Test account" }, project: { name: "Test project" } },
  ]);
  expect(page.pagination).toMatchObject({ total: 3, more: false });
  const { hash } = page.data[0] ?? { hash: "" };
  expect(await idsOf({ search: hash })).toEqual([done]);
});

test("a list of all accounts has of each video what its project sees, and no pictures of one in the trash", async () => {
  const place = await aProject(services);
  const { id: tagId } = await addTag(services, place, "Harvest");
  const picture = (id: number) => ({ images: JSON.stringify({ "360p": `assets/${id}/v1/posters/360p.jpg` }) });
  const kept = await aLibraryVideo(services, { Harvest: tagId }, place, { title: "Kept", tags: ["Harvest"] });
  const trashed = await aLibraryVideo(services, {}, place, { title: "Trashed", deleted_at: new Date() });
  for (const id of [kept, trashed]) await updateRows(services, "videos", { id }, picture(id));
  const { data } = await listInstallationVideos(await asSuperuser(services), {
    ...everything,
    account: place.accountId,
  });
  expect(data).toMatchObject([
    { id: trashed, state: "trash", image_urls: {}, deleted_at: expect.any(Date) },
    { id: kept, tags: [{ name: "Harvest" }], image_urls: { "360p": expect.stringContaining("/v1/posters/360p.jpg") } },
  ]);
  const request = {
    selection: { type: "trash", tags_mode: "any" },
    page: 1,
    per_page: 30,
    sort: null,
    withUser: false,
  } as const;
  const trash = await listVideos(as(services, place.owner), grantOf(place), request);
  expect(trash.data).toMatchObject([{ id: trashed, image_urls: {}, purge_at: expect.any(Date) }]);
});

test("a purge that is killed after some files resumes where it was, and leaves neither files nor row", async () => {
  const root = await asSuperuser(services);
  const id = await aFilm("Halfway");
  for (const name of ["v1/a.m4s", "v1/b.m4s", "v1/posters/720p.jpg"])
    await services.storage.put(`assets/${id}/${name}`, Buffer.from("x"));
  await purgeVideo(root, id, { title: "Halfway", reason: "Notice 13" });
  const left = async () => {
    const keys: string[] = [];
    for await (const { key } of services.storage.list(`assets/${id}/`)) keys.push(key);
    return keys;
  };
  const dying = vi.spyOn(services.storage, "deletePrefix").mockImplementation(async () => {
    await services.storage.delete(`assets/${id}/v1/a.m4s`);
    throw new Error("killed");
  });
  await expect(purgeWhenDue(services, id)).rejects.toThrow("killed");
  dying.mockRestore();
  expect(await left()).toHaveLength(2);
  await purgeWhenDue(services, id);
  await purgeWhenDue(services, id);
  expect(await left()).toEqual([]);
  expect(await findRow(services, "videos", { id }, "id")).toBeUndefined();
});
