import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aProject, testServices, type TestProject, type TestServices } from "../platform/testing.ts";
import { aLibraryVideo } from "../testing/library-videos.ts";

let services: TestServices;
let project: TestProject;
const labels: Record<string, number> = {};

beforeAll(async () => {
  services = await testServices();
  project = await aProject(services);
  for (const name of ["red", "blue"]) {
    const { id } = await services.db
      .insertInto("tags")
      .values({ project_id: project.projectId, account_id: project.accountId, name })
      .returning("id")
      .executeTakeFirstOrThrow();
    labels[name] = id;
  }
});
afterAll(() => services.stop());

const copies = (id: number) =>
  services.db
    .selectFrom("videos")
    .select(["tag_ids", "tagged", "rendition_labels", "captioned", "shelf"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const shelvesOfTags = async (id: number) =>
  (await services.db.selectFrom("video_tags").select("shelf").where("video_id", "=", id).execute()).map(
    ({ shelf }) => shelf,
  );

test("a video's row knows its tags, as they are given and taken", async () => {
  const id = await aLibraryVideo(services, labels, project, { title: "Tags", tags: ["red", "blue"] });
  expect((await copies(id)).tag_ids.map(Number)).toEqual([labels["red"], labels["blue"]]);
  await services.db
    .deleteFrom("video_tags")
    .where("tag_id", "=", labels["red"] ?? 0)
    .execute();
  expect(await copies(id)).toMatchObject({ tagged: true, tag_ids: [String(labels["blue"])] });
  await services.db
    .deleteFrom("tags")
    .where("id", "=", labels["blue"] ?? 0)
    .execute();
  expect(await copies(id)).toMatchObject({ tagged: false, tag_ids: [] });
});

test("a video's tags stand on its shelf, wherever it goes", async () => {
  const { id: tag } = await services.db
    .insertInto("tags")
    .values({ project_id: project.projectId, account_id: project.accountId, name: "green" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const id = await aLibraryVideo(services, { green: tag }, project, { title: "Shelf", tags: ["green"] });
  const become = (values: { status?: "processing" | "failed" | "complete"; deleted_at?: Date | null }) =>
    services.db.updateTable("videos").set(values).where("id", "=", id).execute();
  const seen = [await shelvesOfTags(id)];
  for (const values of [
    { status: "processing" },
    { status: "failed" },
    { deleted_at: new Date() },
    { status: "complete" },
    { deleted_at: null },
  ] as const) {
    await become(values);
    seen.push(await shelvesOfTags(id));
  }
  expect(seen.flat()).toEqual(["completed", "inprogress", "failed", "gone", "trash", "completed"]);
});

test("a video's tags know what lists look at, whatever changes", async () => {
  const ids: number[] = [];
  for (const name of ["amber", "violet"]) {
    const row = await services.db
      .insertInto("tags")
      .values({ project_id: project.projectId, account_id: project.accountId, name })
      .returning("id")
      .executeTakeFirstOrThrow();
    ids.push(row.id);
  }
  const [amber = 0, violet = 0] = ids;
  const id = await aLibraryVideo(services, { amber, violet }, project, {
    title: "Copies",
    tags: ["amber"],
    has: ["360p"],
  });
  const looked =
    sql.raw(`title_key, published, published_at, status, category_key, user_id, tag_ids, rendition_labels, captioned,
    created_at, duration_seconds, stored_bytes, deleted_at, shelf`);
  const expectCopies = async (tags: number) => {
    const own = await sql`select ${looked} from videos where id = ${id}`.execute(services.db);
    const copied = await sql`select ${looked} from video_tags where video_id = ${id}`.execute(services.db);
    expect(copied.rows).toEqual(Array.from({ length: tags }, () => own.rows[0]));
  };
  const video = services.db.updateTable("videos").where("id", "=", id);
  await expectCopies(1);
  await services.db
    .insertInto("video_tags")
    .values({ video_id: id, tag_id: violet, project_id: project.projectId })
    .execute();
  await expectCopies(2);
  for (const values of [
    { title: "Another" },
    { published: true, published_at: new Date() },
    { user_id: project.ownerId },
    { duration_seconds: 12.5, stored_bytes: 77 },
    { created_at: new Date(0) },
    { deleted_at: new Date() },
    { deleted_at: null, status: "failed" },
  ] as const) {
    await video.set(values).execute();
    await expectCopies(2);
  }
  await services.db.updateTable("renditions").set({ state: "failed" }).where("video_id", "=", id).execute();
  await expectCopies(2);
  await services.db.deleteFrom("video_tags").where("video_id", "=", id).where("tag_id", "=", amber).execute();
  await expectCopies(1);
});

test("a video's row knows the finished renditions of the version that plays", async () => {
  const { db } = services;
  const id = await aLibraryVideo(services, labels, project, { title: "Renditions", has: ["360p", "1080p"] });
  expect(await copies(id)).toMatchObject({ rendition_labels: ",1080p,360p," });
  await db.deleteFrom("renditions").where("video_id", "=", id).where("label", "=", "1080p").execute();
  expect(await copies(id)).toMatchObject({ rendition_labels: ",360p," });
  await db.updateTable("renditions").set({ state: "failed" }).where("video_id", "=", id).execute();
  expect(await copies(id)).toMatchObject({ rendition_labels: "," });
  await db.updateTable("renditions").set({ state: "complete", version: 2 }).where("video_id", "=", id).execute();
  expect(await copies(id)).toMatchObject({ rendition_labels: "," });
  await db.updateTable("videos").set({ version: 2 }).where("id", "=", id).execute();
  expect(await copies(id)).toMatchObject({ rendition_labels: ",360p," });
});

test("a video's row knows whether it has captions", async () => {
  const id = await aLibraryVideo(services, labels, project, { title: "Captions" });
  const add = (label: string) =>
    sql`
    insert into captions (video_id, project_id, account_id, language, label, kind, format, size_bytes, cues)
    values (${id}, ${project.projectId}, ${project.accountId}, 'en', ${label}, 'captions', 'vtt', 1, 1)`.execute(
      services.db,
    );
  const remove = (label: string) =>
    services.db.deleteFrom("captions").where("video_id", "=", id).where("label", "=", label).execute();
  await add("English");
  await add("More English");
  await remove("English");
  expect(await copies(id)).toMatchObject({ captioned: true });
  await remove("More English");
  expect(await copies(id)).toMatchObject({ captioned: false });
});
