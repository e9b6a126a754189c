import { selectRow } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { as, aProject, auditedActions, givePlan, type TestProject } from "../platform/testing.ts";
import { findPlaybackVideo } from "../playback/playback-video.ts";
import { sharedServices, grantOf, RUN } from "../testing/fixtures.ts";
import { createUpload } from "../uploads/create.ts";
import { resumeProject, setStorageQuota, suspendProject } from "./standing.ts";
import { mailStorageWarning, warnOfStorage } from "./storage-warnings.ts";

const services = await sharedServices();
const upload = (project: TestProject, bytes: number) =>
  createUpload(as(services, project.owner), { projectId: project.projectId, fileName: "film.mp4", title: null }, bytes);

test("nothing of a suspended project plays or is uploaded until it is resumed", async () => {
  const project = await aProject(services);
  const owner = as(services, project.owner);
  const { videoId } = await upload(project, 10);
  const { hash } = await selectRow(services, "videos", { id: videoId }, "hash");
  expect(await findPlaybackVideo(services.db, hash)).not.toBeNull();
  await suspendProject(owner, grantOf(project));
  await suspendProject(owner, grantOf(project));
  expect(await findPlaybackVideo(services.db, hash)).toBeNull();
  await expect(upload(project, 10)).rejects.toMatchObject({
    code: "forbidden",
    message: "Nothing can be uploaded: this project is suspended. Ask an owner of the account.",
  });
  await resumeProject(owner, grantOf(project));
  await resumeProject(owner, grantOf(project));
  expect(await findPlaybackVideo(services.db, hash)).not.toBeNull();
  await upload(project, 10);
  const actions = await auditedActions(services, project.projectId);
  expect(actions.filter((action) => action !== "video.create")).toEqual(["project.suspended", "project.resumed"]);
});

test("a hard quota refuses what does not fit, unfinished uploads counted with their whole size", async () => {
  const project = await aProject(services);
  const owner = as(services, project.owner);
  await expect(setStorageQuota(owner, grantOf(project), { softBytes: 2e9, hardBytes: 1e9 })).rejects.toMatchObject({
    code: "invalid",
    fields: { soft_bytes: [expect.any(String)] },
  });
  await setStorageQuota(owner, grantOf(project), { softBytes: 1e9, hardBytes: 2e9 });
  await upload(project, 1.5e9);
  await expect(upload(project, 6e8)).rejects.toMatchObject({
    code: "invalid",
    fields: { file: ["This file needs 600 MB, and this project has 500 MB of its quota of 2 GB left."] },
  });
  await upload(project, 5e8);
  await setStorageQuota(owner, grantOf(project), { softBytes: null, hardBytes: null });
  await upload(project, 6e8);
});

test("a file that is larger than the plan allows is refused before its first byte", async () => {
  const project = await aProject(services);
  await givePlan(services, project.accountId, { file_gb: 1 });
  await upload(project, 1e9);
  await expect(upload(project, 1e9 + 1)).rejects.toMatchObject({
    code: "too_large",
    message: "This file is too large. The plan Small allows files of up to 1 GB. Ask the operator for a larger one.",
  });
});

test("nothing is uploaded while the plan has no encoded minutes left", async () => {
  const project = await aProject(services);
  await givePlan(services, project.accountId, { encoded_minutes: 1 });
  await upload(project, 1_000);
  await sql`
    insert into transcode_records (transcode_id, video_id, title, project_id, account_id, state, finished_at, source_seconds,
      waited_seconds, encode_seconds, renditions)
    values (990001, 1, 'A', ${project.projectId}, ${project.accountId}, 'complete', now(), 60, 1, 30, '[{"height": 720, "seconds": 60}]')`.execute(
    services.db,
  );
  const message =
    "The plan Small allows 1 encoded minute a month, of which none are left. Ask the operator for a larger one.";
  await expect(upload(project, 1_000)).rejects.toMatchObject({ code: "invalid", fields: { file: [message] } });
});

test("owners are warned once each time a project comes to its soft quota", async () => {
  const project = await aProject(services);
  const { projectId, accountId, ownerId } = project;
  await setStorageQuota(as(services, project.owner), grantOf(project), { softBytes: 1e9, hardBytes: 5e9 });
  const warnings = async (bytes: number) => {
    await services.db
      .insertInto("project_storage")
      .values({ project_id: projectId, bytes })
      .onConflict((conflict) => conflict.column("project_id").doUpdateSet({ bytes }))
      .execute();
    await warnOfStorage.run(services);
    await warnOfStorage.run(services);
    const events = services.db.selectFrom("events").select("id").where("account_id", "=", accountId);
    return (await events.where("type", "=", "usage.threshold").execute()).length;
  };
  expect(await warnings(9e8)).toBe(0);
  expect(await warnings(1e9)).toBe(1);
  expect(await warnings(2e9)).toBe(1);
  await mailStorageWarning.run(services, { projectId, ownerId }, RUN);
  const mail = await services.db
    .selectFrom("development_mails")
    .select("body")
    .orderBy("id", "desc")
    .executeTakeFirst();
  expect(mail?.body).toContain("stores 2 GB. Its warning level is 1 GB.\n\nUploads are refused above 5 GB.");
  expect(await warnings(5e8)).toBe(1);
  expect(await warnings(1e9)).toBe(2);
});
