import { randomUUID } from "node:crypto";
import { contract } from "@kinora/contract/contract.ts";
import { insertRow, selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { afterAll, expect, test } from "vitest";
import { newHash } from "../../platform/secrets/hash.ts";
import { sharedProject, ownedBy, addVideo, addVideos, addCategory, addTag } from "../../testing/fixtures.ts";
import { serveForTests } from "../../testing/operations.ts";

const { services, project } = await sharedProject();
const api = await serveForTests(services);
const place: { project_id: number; account_id: number } = ownedBy(project);
afterAll(() => api.close());

/** Reads one of the project's lists. */
async function list(query: string) {
  const answer = await api.call(contract.videos.listVideos, { path: { id: project.projectId }, query }, project.owner);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as { data: Record<string, unknown>[]; pagination: Record<string, number> };
}

// spec: 3.6
test("a video in progress names its file, how much of it has arrived, its failure and who sent it", async () => {
  const { db } = services;
  const person = { user_id: project.ownerId };
  const failure = { code: "source_invalid", message: "This file is no video.", retryable: false };
  const rows = [
    { title: "Under way", status: "uploading" as const, file_id: randomUUID() },
    { title: "Broken", status: "failed" as const, failure: JSON.stringify(failure) },
  ];
  await addVideos(
    services,
    project,
    rows.map((row) => ({ ...person, ...row })),
  );
  const video = await selectRow(db, "videos", { title: "Under way" }, "id");
  const upload = { id: String(rows[0]?.file_id), video_id: video.id, file_name: "a.mp4" };
  const bytes = { size_bytes: 200, offset_bytes: 90, expires_at: new Date(Date.now() + 3_600_000) };
  await insertRow(db, "uploads", { ...place, ...person, ...upload, ...bytes });

  const user = { id: project.ownerId, first_name: "Test", last_name: "Person", avatar_url: null };
  const { data } = await list("type=inprogress&sort_order=asc&with[]=user");
  expect(data).toEqual([
    expect.objectContaining({ title: "Under way", file_id: upload.id, upload_progress: 45, error: null, user }),
    expect.objectContaining({ title: "Broken", file_id: null, upload_progress: null, error: failure, user }),
  ]);
});

// spec: 3.7
test("a finished video names its texts, pictures by resolution, state, category and tags", async () => {
  const { db } = services;
  const category = await addCategory(services, project, { name: "News", slug: "news" });
  const tag = await addTag(services, project, "red");
  const texts = { title: "Harbour", description: "Boats.", hash: newHash() };
  const { id } = await addVideo(services, project, { ...texts, published: true, category_id: category.id });
  const images = JSON.stringify({ "360p": `assets/${id}/360.webp`, "1440p": `assets/${id}/1440.webp` });
  await updateRows(db, "videos", { id }, { images });
  await insertRow(db, "video_tags", { video_id: id, tag_id: tag.id, project_id: place.project_id });

  const { data } = await list("type=completed");
  expect(data).toEqual([
    expect.objectContaining({
      id,
      ...texts,
      published: true,
      image_urls: { "360p": expect.stringContaining("360.webp"), "1440p": expect.stringContaining("1440.webp") },
      category: { id: category.id, name: "News" },
      tags: [{ id: tag.id, name: "red" }],
    }),
  ]);
  expect(data[0]).not.toHaveProperty("user");
});
