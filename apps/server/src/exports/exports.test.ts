import { EXPORT_DAYS, EXPORT_PERMIT_MINUTES } from "@kinora/domain/accounts/export.ts";
import { unzipSync } from "fflate";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { runTasks } from "../platform/jobs/worker.ts";
import { as, aProject, asUser, aUser, testServices, type TestServices } from "../platform/testing.ts";
import { someThings } from "../testing/access-things.ts";
import { addOwner, RUN, sharedServices } from "../testing/fixtures.ts";
import { heldStorage } from "../testing/held-storage.ts";
import { startHeldWorker } from "../testing/held-worker.ts";
import { buildExport, exportKey } from "./build.ts";
import { downloadExport, permitDownload } from "./download.ts";
import { mailExport } from "./mail.ts";
import { cancelExport } from "./requests.ts";
import { exportChores, exportTasks } from "./tasks.ts";
import { exportsOf } from "./testing.ts";

let now = new Date();
let services: TestServices = { ...(await sharedServices()), clock: { now: () => now } };

const { grantOf, asOwner, stateOf, request, build, download, filesOf } = exportsOf(() => services);

test("one export of an account is in progress at a time; it is cancelled, and nothing of it is left", async () => {
  const project = await aProject(services);
  const exportId = await request(project);
  await expect(request(project)).rejects.toMatchObject({ code: "conflict" });
  await cancelExport(asOwner(project), grantOf(project));
  await buildExport.run(services, { exportId }, RUN);
  expect(await stateOf(project)).toMatchObject({ state: "cancelled", available: false });
  expect(await services.storage.stat(exportKey(exportId))).toBeNull();
  await expect(cancelExport(asOwner(project), grantOf(project))).rejects.toMatchObject({ code: "conflict" });
  const both = await Promise.allSettled([request(project), request(project)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("an export that is cancelled while it is written leaves no file", async () => {
  const project = await aProject(services);
  const exportId = await request(project);
  const hold = { method: "put", key: exportKey(exportId), when: "after" } as const;
  const storage = heldStorage(services.storage, hold, () => cancelExport(asOwner(project), grantOf(project)));
  await buildExport.run({ ...services, storage }, { exportId }, RUN);
  expect(await stateOf(project)).toMatchObject({ state: "cancelled" });
  expect(await services.storage.stat(exportKey(exportId))).toBeNull();
});

test("the download is for the person who confirmed their identity, is whole once, and is gone afterwards", async () => {
  const project = await aProject(services);
  const coOwner = asUser(await aUser(services));
  await expect(permitDownload(asOwner(project), grantOf(project))).rejects.toMatchObject({ code: "conflict" });
  const exportId = await build(project);
  const take = (person = project.owner) => downloadExport(as(services, person), grantOf(project));
  await expect(take()).rejects.toMatchObject({ code: "conflict" });
  await permitDownload(asOwner(project), grantOf(project));
  await expect(take(coOwner)).rejects.toMatchObject({ code: "conflict" });
  // One of two at the same time.
  const [one, two] = await Promise.allSettled([take(), take()]);
  const won = one.status === "fulfilled" ? one.value : two.status === "fulfilled" ? two.value : null;
  expect([one.status, two.status].toSorted()).toEqual(["fulfilled", "rejected"]);
  // It breaks off: it can be begun again.
  const reader = won?.body.getReader();
  await reader?.read();
  await reader?.cancel();
  await expect.poll(async () => (await stateOf(project))?.available).toBe(true);
  const zip = await download(project);
  expect(Object.keys(unzipSync(zip))).toContain("README.txt");
  expect(await stateOf(project)).toMatchObject({
    available: false,
    downloaded_by: { id: project.ownerId },
    downloaded_at: now,
  });
  await expect(permitDownload(asOwner(project), grantOf(project))).rejects.toMatchObject({ code: "conflict" });
  await exportChores[0]?.run(services);
  expect(await services.storage.stat(exportKey(exportId))).toBeNull();
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where account_id = ${project.accountId} and action like 'account.export%' order by id`.execute(
    services.db,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    "account.export_requested",
    "account.export_download_permitted",
    "account.export_download_permitted",
    "account.export_downloaded",
  ]);
  await build(project);
  expect(await stateOf(project)).toMatchObject({ available: true, downloaded_at: null });
});

test("another account's owner gets nothing of it", async () => {
  const project = await aProject(services);
  const stranger = await aProject(services);
  await build(project);
  expect(await stateOf(stranger)).toBeNull();
  await expect(permitDownload(asOwner(stranger), grantOf(stranger))).rejects.toMatchObject({ code: "conflict" });
  await permitDownload(asOwner(project), grantOf(project));
  await expect(downloadExport(asOwner(stranger), grantOf(stranger))).rejects.toMatchObject({ code: "conflict" });
});

test("who confirmed their identity has minutes to begin the download, which do not outlast the export", async () => {
  const project = await aProject(services);
  const take = () => downloadExport(asOwner(project), grantOf(project));
  await build(project);
  await permitDownload(asOwner(project), grantOf(project));
  now = new Date(now.getTime() + EXPORT_PERMIT_MINUTES * 60_000);
  await expect(take()).rejects.toMatchObject({ code: "conflict" });
  await permitDownload(asOwner(project), grantOf(project));
  // The next one is requested: the permit was for the one before.
  await build(project);
  await expect(take()).rejects.toMatchObject({ code: "conflict" });
  now = new Date(now.getTime() + EXPORT_DAYS * 86_400_000 - 60_000);
  await permitDownload(asOwner(project), grantOf(project));
  now = new Date(now.getTime() + 60_000);
  await expect(take()).rejects.toMatchObject({ code: "conflict" });
});

test("an export that nobody downloads is deleted after its days, and when the next one is requested", async () => {
  const project = await aProject(services);
  const first = await build(project);
  const second = await build(project);
  await exportChores[0]?.run(services);
  expect(await services.storage.stat(exportKey(first))).toBeNull();
  expect(await services.storage.stat(exportKey(second))).not.toBeNull();
  now = new Date(now.getTime() + EXPORT_DAYS * 86_400_000);
  expect(await stateOf(project)).toMatchObject({ available: false });
  await exportChores[0]?.run(services);
  expect(await services.storage.stat(exportKey(second))).toBeNull();
});

test("a download whose process was killed can be begun again after an hour, and does not keep the file for ever", async () => {
  const project = await aProject(services);
  const exportId = await build(project);
  await permitDownload(asOwner(project), grantOf(project));
  await downloadExport(asOwner(project), grantOf(project));
  await permitDownload(asOwner(project), grantOf(project));
  await expect(downloadExport(asOwner(project), grantOf(project))).rejects.toMatchObject({ code: "conflict" });
  now = new Date(now.getTime() + 61 * 60_000);
  expect(Object.keys(unzipSync(await download(project)))).toContain("README.txt");
  await sql`update account_exports set sending_since = ${now} where id = ${exportId}`.execute(services.db);
  await exportChores[0]?.run(services);
  expect(await services.storage.stat(exportKey(exportId))).not.toBeNull();
  now = new Date(now.getTime() + 61 * 60_000);
  await exportChores[0]?.run(services);
  expect(await services.storage.stat(exportKey(exportId))).toBeNull();
});

test("an export whose file is lost is none, and that of a deleted account is deleted", async () => {
  const project = await aProject(services);
  await services.storage.delete(exportKey(await build(project)));
  await permitDownload(asOwner(project), grantOf(project));
  await expect(downloadExport(asOwner(project), grantOf(project))).rejects.toMatchObject({ code: "conflict" });
  expect(await stateOf(project)).toMatchObject({ available: false });
  const exportId = await build(project);
  await sql`update accounts set status = 'closed' where id = ${project.accountId}`.execute(services.db);
  await exportChores[0]?.run(services);
  expect(await services.storage.stat(exportKey(exportId))).toBeNull();
});

test("the person who requested it gets a mail when it is ready and when it failed, with the reason", async () => {
  const project = await aProject(services);
  const lastMail = async (exportId: number) => {
    await mailExport.run(services, { exportId }, RUN);
    const { rows } = await sql<{ subject: string; body: string }>`
      select subject, body from development_mails m join users u on u.email = m.recipient
      where u.id = ${project.ownerId} order by m.id desc limit 1`.execute(services.db);
    return rows[0];
  };
  expect(await lastMail(await build(project))).toMatchObject({ subject: "The export of your account is ready" });
  const failing = await request(project);
  const failure = { code: "storage_full", message: "The storage has no room for the export.", retryable: true };
  await buildExport.gaveUp?.(services, { exportId: failing }, failure);
  expect(await stateOf(project)).toMatchObject({ state: "failed", problem: failure.message });
  expect((await lastMail(failing))?.body).toContain(failure.message);
  await addOwner(services, project, await aUser(services));
  await sql`delete from account_owners where user_id = ${project.ownerId}`.execute(services.db);
  await sql`delete from development_mails`.execute(services.db);
  expect(await lastMail(failing)).toBeUndefined();
});

test(
  "a worker that is killed while it writes leaves nothing that can be downloaded, and the next one builds it whole",
  { tags: "@slow" },
  async () => {
    const own = await testServices();
    const before = services;
    services = own;
    onTestFinished(async () => {
      services = before;
      await own.stop();
    });
    const project = await aProject(own);
    await someThings(own, project);
    const exportId = await request(project);
    const held = await startHeldWorker(own, { method: "put", key: exportKey(exportId), when: "half" });
    expect(await own.storage.stat(exportKey(exportId))).toBeNull();
    await held.kill();
    expect(await stateOf(project)).toMatchObject({ state: "running", available: false });
    const worker = await runTasks(own, exportTasks, []);
    onTestFinished(() => worker.close());
    await expect.poll(async () => (await stateOf(project))?.state, { timeout: 60_000 }).toBe("complete");
    expect(Object.keys(await filesOf(exportId))).toContain("tables/videos.json");
    await exportChores[0]?.run(own);
    const left: string[] = [];
    for await (const { key } of own.storage.list("exports/")) left.push(key);
    expect(left).toEqual([exportKey(exportId)]);
  },
);

test("a file that cannot be deleted does not keep the others, and is tried again", async () => {
  const own = await testServices();
  const before = services;
  services = { ...own, clock: { now: () => now } };
  onTestFinished(async () => {
    services = before;
    await own.stop();
  });
  const exportIds = [await build(await aProject(own)), await build(await aProject(own))];
  const later = { ...own, clock: { now: () => new Date(now.getTime() + (EXPORT_DAYS + 1) * 86_400_000) } };
  const [stuck = 0, other = 0] = exportIds;
  const deleteOthers = (key: string) =>
    key === exportKey(stuck) ? Promise.reject(new Error("The disk is read only.")) : own.storage.delete(key);
  const storage = new Proxy(own.storage, {
    get(target, name): unknown {
      if (name === "delete") return deleteOthers;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (...args: unknown[]): unknown => Reflect.apply(value, target, args) : value;
    },
  });
  await expect(exportChores[0]?.run({ ...later, storage })).rejects.toThrow("1 exports could not be deleted");
  expect(await own.storage.stat(exportKey(other))).toBeNull();
  expect(await own.storage.stat(exportKey(stuck))).not.toBeNull();
  await exportChores[0]?.run(later);
  expect(await own.storage.stat(exportKey(stuck))).toBeNull();
});
