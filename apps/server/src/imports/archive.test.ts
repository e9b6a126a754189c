import { randomBytes } from "node:crypto";
import { deleteRows, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { ARCHIVE_HOURS, ARCHIVE_PART_BYTES, archiveParts, partRange } from "@kinora/domain/imports/archive.ts";
import { KEPT_DAYS } from "@kinora/domain/imports/imports.ts";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { sampleStorage } from "../billing/usage/storage-hours.ts";
import type { Context } from "../context.ts";
import { accountStorage, projectStorage } from "../platform/access/allowance.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { aProject, as, asUser, type TestProject } from "../platform/testing.ts";
import { rebuildCounters } from "../projects/installation/counters.ts";
import { grantOf, RUN, sharedServices } from "../testing/fixtures.ts";
import { readSourceOf, runOf, runToEnd } from "../testing/imports.ts";
import { peertubeArchive } from "../testing/peertube-archive.ts";
import { partKey } from "../uploads/import/archive-file.ts";
import { putImportPart } from "./archive.ts";
import { forgetSources } from "./forget.ts";
import { readImport } from "./read.ts";
import { readImportJob } from "./rows.ts";
import { cancelImportJob, createImportJob, retryImportJob, startImportJob } from "./service.ts";

const services = await sharedServices();
// Two parts: the film lies across the border.
const film = randomBytes(ARCHIVE_PART_BYTES + 100);
const archive = await peertubeArchive(film);

let project: TestProject;
let context: Context;
let grant: ProjectGrant;
beforeEach(async () => {
  project = await aProject(services);
  context = as(services, project.owner);
  grant = grantOf(project);
});

const OPTIONS = { publish: "source", playlists: true, labels: true } as const;

async function created(archiveBytes = archive.length): Promise<number> {
  const asked = { kind: "archive" as const, source: "export.zip", options: OPTIONS, archiveBytes };
  return (await createImportJob(context, grant, asked)).id;
}

const put = (id: number, part: number, bytes: Buffer = archive) => {
  const { start, end } = partRange(archive.length, part);
  return putImportPart(context, grant, id, { part, data: bytes.subarray(start, end).toString("base64") });
};

async function uploaded(): Promise<number> {
  const id = await created();
  for (let part = 1; part <= archiveParts(archive.length); part += 1) await put(id, part);
  return id;
}

const stored = (id: number) => services.storage.stat(partKey(id, 1));

test("an archive that is uploaded in parts becomes videos with their captions and playlists, once", async () => {
  const id = await created();
  expect(await put(id, 1)).toMatchObject({ state: "receiving", archive: { parts_received: 1 } });
  // The answer was lost, and the client sends it again.
  expect(await put(id, 1)).toMatchObject({ state: "receiving", archive: { parts_received: 1 } });
  expect(await put(id, 2)).toMatchObject({ state: "reading", archive: { parts_received: 2 } });
  await readSourceOf(services, id);
  expect(await readImportJob(context, grant, id)).toMatchObject({
    state: "ready",
    name: "export.zip",
    source: "export.zip",
  });
  await startImportJob(context, grant, id);
  await runToEnd(services, id);
  expect(await readImportJob(context, grant, id)).toMatchObject({ state: "complete", items: { done: 1 } });
  const made = await services.db
    .selectFrom("videos")
    .innerJoin("uploads", "uploads.video_id", "videos.id")
    .innerJoin("captions", "captions.video_id", "videos.id")
    .innerJoin("playlist_items", "playlist_items.video_id", "videos.id")
    .select(["title", "videos.published", "uploads.size_bytes", "captions.language"])
    .where("videos.project_id", "=", project.projectId)
    .execute();
  expect(made).toEqual([{ title: "Bees", published: true, size_bytes: film.length, language: "de" }]);
  const again = await uploaded();
  await readSourceOf(services, again);
  expect(await readImportJob(context, grant, again)).toMatchObject({ items: { skipped: 1, waiting: 0 } });
});

test("parts are taken in order and in their sizes, and only while the import waits for them", async () => {
  const id = await created();
  await expect(put(id, 2)).rejects.toMatchObject({ code: "conflict", message: "The next part of this archive is 1." });
  await expect(put(id, 1, archive.subarray(0, 10))).rejects.toMatchObject({ code: "invalid" });
  await cancelImportJob(context, grant, id);
  await expect(put(id, 1)).rejects.toMatchObject({ code: "conflict" });
  await expect(retryImportJob(context, grant, id)).rejects.toThrow("The archive is not stored.");
  const stranger = await aProject(services);
  const foreign = { context: as(services, stranger.owner), grant: grantOf(stranger) };
  const part = { part: 1, data: archive.subarray(0, ARCHIVE_PART_BYTES).toString("base64") };
  const other = await created();
  await expect(putImportPart(foreign.context, foreign.grant, other, part)).rejects.toMatchObject({ code: "not_found" });
  expect(await stored(other)).toBeNull();
});

test("a file that is no archive is refused in words", async () => {
  const id = await created();
  for (const part of [1, 2]) await put(id, part, randomBytes(archive.length));
  await expect(readImport.run(services, await runOf(services, id), RUN)).rejects.toThrow("The file could not be read");
});

test("an archive does not exceed the storage of the account", async () => {
  await updateRows(services, "accounts", { id: project.accountId }, { storage_limit_bytes: 1_000 });
  await expect(created()).rejects.toMatchObject({ code: "invalid" });
});

/** What the project and its account store, and what they have left beside it is reserved. */
const storage = async () => {
  const [own, whole] = [
    await projectStorage(services.db, project.projectId),
    await accountStorage(services.db, project.accountId),
  ];
  const hours = await sql<{ bytes: number; other: number }>`
    select bytes, other from storage_hours where project_id = ${project.projectId} order by hour desc limit 1`.execute(
    services.db,
  );
  return { own: own.usedBytes, whole: whole.used_bytes, hour: hours.rows[0] ?? null };
};

test("an archive is storage of its project and its account while it is stored, and its size is reserved before", async () => {
  const id = await created();
  expect(await storage()).toEqual({ own: archive.length, whole: archive.length, hour: null });
  const counted = () => selectRows(services, "project_storage", { project_id: project.projectId }, "bytes");
  expect(await counted()).toEqual([]);
  await put(id, 1);
  await put(id, 1);
  expect(await counted()).toEqual([{ bytes: ARCHIVE_PART_BYTES }]);
  await put(id, 2);
  expect(await counted()).toEqual([{ bytes: archive.length }]);
  await sampleStorage(services.db, new Date());
  const hour = { bytes: archive.length, other: archive.length };
  expect(await storage()).toEqual({ own: archive.length, whole: archive.length, hour });
  expect(await rebuildCounters(as(services, asUser(1, true)), project.projectId)).toEqual([]);

  // A second one does not fit beside it.
  await updateRows(services, "accounts", { id: project.accountId }, { storage_limit_bytes: archive.length * 2 - 1 });
  await expect(created()).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining("your account has"),
  });
  await updateRows(services, "accounts", { id: project.accountId }, { storage_limit_bytes: null });
  await updateRows(services, "projects", { id: project.projectId }, { storage_hard_bytes: archive.length * 2 - 1 });
  await expect(created()).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining("this project has"),
  });

  await cancelImportJob(context, grant, id);
  const later = new Date(Date.now() + (KEPT_DAYS * 24 + 1) * 3_600_000);
  await forgetSources.run({ ...services, clock: { now: () => later } });
  expect(await storage()).toMatchObject({ own: 0, whole: 0 });
  expect(await counted()).toEqual([{ bytes: 0 }]);
});

test("archives are deleted: of imports that ended, that never came whole, and of deleted projects", async () => {
  const at = (hours: number) => ({ ...services, clock: { now: () => new Date(Date.now() + hours * 3_600_000) } });
  const [ended, half] = [await uploaded(), await created()];
  await put(half, 1);
  await readSourceOf(services, ended);
  await forgetSources.run(at(1));
  expect([await stored(ended), await stored(half)]).not.toContain(null);
  await forgetSources.run(at(ARCHIVE_HOURS + 1));
  expect(await readImportJob(context, grant, half)).toMatchObject({
    state: "failed",
    message: "The archive was not received.",
  });
  await forgetSources.run(at(ARCHIVE_HOURS + 2 + KEPT_DAYS * 24));
  expect([await stored(ended), await stored(half)]).toEqual([null, null]);
  await expect(startImportJob(context, grant, ended)).rejects.toThrow("The archive is not stored.");
  const gone = await uploaded();
  await deleteRows(services, "import_jobs", { id: gone });
  await forgetSources.run(services);
  expect(await stored(gone)).toBeNull();
});
