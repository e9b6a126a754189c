import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createImportJob as createImportJobOperation } from "@kinora/contract/imports/import-jobs.ts";
import { selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { KEPT_DAYS } from "@kinora/domain/imports/imports.ts";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Context, Services } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { aProject, as, type TestProject } from "../platform/testing.ts";
import { grantOf, RUN, sharedServices } from "../testing/fixtures.ts";
import { readSourceOf, runOf, runToEnd } from "../testing/imports.ts";
import { anS3Bucket } from "../testing/s3-bucket.ts";
import { forgetSources } from "./forget.ts";
import { listImportItems } from "./items.ts";
import { readImport } from "./read.ts";
import { listImportJobs, readImportJob } from "./rows.ts";
import { createImportJob, retryImportJob, startImportJob } from "./service.ts";

const plain = await sharedServices();
const services: Services = { ...plain, config: { ...plain.config, allowPrivateUrls: true } };
const bucket = await anS3Bucket("films");
afterAll(() => bucket.close());

let project: TestProject;
let context: Context;
let grant: ProjectGrant;
beforeEach(async () => {
  project = await aProject(services);
  context = as(services, project.owner);
  grant = grantOf(project);
});

await bucket.put("2024/My_film.mp4", Buffer.alloc(100, "film"));
await bucket.put("2024/My_film.pt-BR.srt", "1\n00:00:01,000 --> 00:00:02,000\nOlá\n");
await bucket.put("2024/My_film.json", JSON.stringify({ title: "The bees", tags: ["honey"], date: "2020-03-03" }));
await bucket.put("2024/talks/b.mp4", Buffer.alloc(200, "talk"));
await bucket.put("2023/old.mp4", "old");

const OPTIONS = { publish: "yes", playlists: true, labels: true } as const;
const asked = { kind: "bucket" as const, source: `${bucket.address}/2024`, options: OPTIONS, keys: bucket.keys };

async function begun(change: Partial<typeof asked> = {}): Promise<number> {
  const { id } = await createImportJob(context, grant, { ...asked, ...change });
  await readSourceOf(services, id);
  return id;
}

const itemsOf = async (id: number) => (await listImportItems(context, grant, id, { page: 1, per_page: 30 })).data;
const rowOf = (id: number) => selectRow(services, "import_jobs", { id });

test("films of a folder of a bucket become videos with what lies beside them, and no second import brings them twice", async () => {
  const id = await begun();
  expect(await readImportJob(context, grant, id)).toMatchObject({ state: "ready", name: "films/2024", kind: "bucket" });
  expect(await itemsOf(id)).toMatchObject([
    { title: "The bees", captions: ["pt-BR"], tags: ["honey"], playlists: [] },
    { title: "b", captions: [], playlists: ["talks"] },
  ]);
  await startImportJob(context, grant, id);
  await runToEnd(services, id);
  expect(await readImportJob(context, grant, id)).toMatchObject({ state: "complete", items: { done: 2 } });
  const made = await services.db
    .selectFrom("videos")
    .innerJoin("uploads", "uploads.video_id", "videos.id")
    .select(["videos.id", "title", "published_at", "uploads.size_bytes", "uploads.file_name"])
    .where("videos.project_id", "=", project.projectId)
    .orderBy("videos.id")
    .execute();
  expect(made).toMatchObject([
    { title: "The bees", size_bytes: 100, file_name: "My_film.mp4", published_at: new Date("2020-03-03") },
    { title: "b", size_bytes: 200 },
  ]);
  const captions = await selectRows(services, "captions", { video_id: made[0]?.id ?? 0 }, "language");
  expect(captions).toEqual([{ language: "pt-BR" }]);
  // The folder above has the same films under the same keys.
  const whole = await begun({ source: bucket.address });
  expect(await readImportJob(context, grant, whole)).toMatchObject({ items: { skipped: 2, waiting: 1 } });
});

test("keys are stored sealed and are in no answer, audit line or event", async () => {
  const secret = "a-secret-that-nobody-sees";
  const keys = { ...bucket.keys, secret_access_key: secret };
  const { id } = await createImportJob(context, grant, { ...asked, keys });
  expect((await rowOf(id)).bucket_keys_sealed?.includes(secret)).toBe(false);
  const { db } = services;
  const shown = {
    list: await listImportJobs(context, grant, { page: 1, per_page: 30 }),
    one: await readImportJob(context, grant, id),
    audit: await selectRows(db, "audit_log", { project_id: project.projectId }),
    events: await selectRows(db, "events", { project_id: project.projectId }),
  };
  expect(JSON.stringify(shown)).not.toContain(secret);
  expect(JSON.stringify(shown)).not.toContain(keys.access_key_id);
});

test.each([
  ["an unknown key", { keys: { ...bucket.keys, access_key_id: "nobody" } }, "does not know this access key"],
  ["a bucket that is missing", { source: bucket.address.replace(/films$/, "none") }, "no bucket of this name"],
])("%s is named as the reason", async (_what, change, words) => {
  const { id } = await createImportJob(context, grant, { ...asked, ...change });
  await expect(readImport.run(services, await runOf(services, id), RUN)).rejects.toMatchObject({
    message: expect.stringContaining(words),
  });
});

test.each([
  [403, "SignatureDoesNotMatch", "The secret access key does not belong to the access key."],
  [403, "AccessDenied", "The keys may not read this bucket."],
  [418, "Teapot", "The bucket's service answered with HTTP 418."],
])("an answer %i %s of the service is named as the reason", async (status, code, message) => {
  const service = createServer((_request, response) =>
    response.writeHead(status, { "content-type": "application/xml" }).end(`<Error><Code>${code}</Code></Error>`),
  );
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const source = `http://127.0.0.1:${(service.address() as AddressInfo).port}/films`;
  const { id } = await createImportJob(context, grant, { ...asked, source });
  await expect(readImport.run(services, await runOf(services, id), RUN)).rejects.toMatchObject({ message });
  service.close();
});

test("a bucket on this machine or its network is refused", async () => {
  for (const source of [asked.source, asked.source.replace("127.0.0.1", "localhost")]) {
    const { id } = await createImportJob(context, grant, { ...asked, source });
    await expect(readImport.run(plain, await runOf(plain, id), RUN)).rejects.toThrow("not on the public web");
  }
});

test("a file that was deleted meanwhile fails alone", async () => {
  await bucket.put("2022/a.mp4", "film");
  const id = await begun({ source: `${bucket.address}/2022` });
  await bucket.delete("2022/a.mp4");
  await startImportJob(context, grant, id);
  await runToEnd(services, id);
  expect(await itemsOf(id)).toMatchObject([
    { state: "failed", reason: "The bucket does not have this file any more." },
  ]);
});

test("keys are deleted some days after the end of an import, which cannot be retried then", async () => {
  const id = await begun({ source: `${bucket.address}/2023` });
  const at = (days: number) => ({ ...services, clock: { now: () => new Date(Date.now() + days * 86_400_000) } });
  await forgetSources.run(at(KEPT_DAYS - 1));
  expect((await rowOf(id)).bucket_keys_sealed).not.toBeNull();
  await forgetSources.run(at(KEPT_DAYS + 1));
  expect((await rowOf(id)).bucket_keys_sealed).toBeNull();
  await expect(startImportJob(context, grant, id)).rejects.toMatchObject({ code: "conflict" });
  await updateRows(services, "import_jobs", { id }, { state: "failed" });
  await expect(retryImportJob(context, grant, id)).rejects.toThrow("The keys to this bucket are deleted.");
});

test.each([
  [{ source: "https://s3.example.com/" }, ["source"]],
  [{ keys: undefined }, ["keys.access_key_id"]],
  [{ keys: { access_key_id: "", secret_access_key: "" } }, ["keys.access_key_id", "keys.secret_access_key"]],
])("an input without what a bucket needs is refused at its fields: %j", async (change, fields) => {
  const input = { project_id: 1, kind: "bucket", source: "https://s3.example.com/films", keys: bucket.keys, ...change };
  const answer = await createImportJobOperation["~orpc"].inputSchema?.["~standard"].validate(input);
  const issues = answer && "issues" in answer ? (answer.issues ?? []) : [];
  expect(
    issues.map(({ path = [] }) => path.map((part) => String(typeof part === "object" ? part.key : part)).join(".")),
  ).toEqual(fields);
});
