import { randomUUID } from "node:crypto";
import { insertRow, insertRows, updateRows } from "@kinora/db/testing-rows.ts";
import { UPLOAD_RESULTS, UPLOAD_SOURCES } from "@kinora/domain/uploads/uploads.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aProject, as } from "../../platform/testing.ts";
import { grantOf, sharedServices } from "../../testing/fixtures.ts";
import { fillProjects, type FullProject } from "../../testing/full-project.ts";
import { expectRightPages } from "../../testing/log-steps.ts";
import { StatementSteps } from "../../testing/statement-steps.ts";
import type { LogFilter } from "./log-selection.ts";
import { listUploadLog, readWholeLog } from "./log.ts";

const VIDEOS = 40_000;
const PER_PAGE = 30;

let full: FullProject;
let steps: StatementSteps;

const services = await sharedServices();
const place = await aProject(services);
const url = services.config.databaseUrl ?? "";
const [project] = await fillProjects(url, place.accountId, [VIDEOS]);

beforeAll(async () => {
  if (!project) throw new Error("The project was not made.");
  full = project;
  await sql`alter table uploads disable trigger uploads_tell_result`.execute(services.db);
  // One upload in a thousand failed, and they are old; one in ten is by another person; addresses are imports'.
  await sql`
    insert into uploads (id, project_id, account_id, video_id, user_id, file_name, size_bytes, state, result, source, source_url,
      created_at, finished_at, expires_at)
    select gen_random_uuid(), v.project_id, v.account_id, v.id, case when n % 10 = 0 then ${full.people[0] ?? null}::bigint else ${place.ownerId} end,
      'lesson-' || n || case when n % 700 = 0 then '-harbour' else '' end || '.mp4', 1000, case when n < 100 then 'failed' else 'complete' end,
      case when n < 100 then 'failed' else 'complete' end, case when n % 500 = 0 then 'url' else 'browser' end,
      case when n % 500 = 0 then 'https://films.example/' || n end, now() - (${VIDEOS} - n) * interval '1 second', now(), now()
    from (select *, row_number() over (order by id) as n from videos where project_id = ${full.projectId}) as v`.execute(
    services.db,
  );
  await sql`alter table uploads enable trigger uploads_tell_result`.execute(services.db);
  await sql`vacuum analyze uploads`.execute(services.db);
  steps = new StatementSteps(url);
});
afterAll(() => steps.close());

const grant = (projectId: number) => grantOf({ accountId: place.accountId, projectId });
const list = (filter: LogFilter, page = 1, projectId = full.projectId) =>
  listUploadLog(as(services, place.owner), grant(projectId), { ...filter, page, per_page: PER_PAGE });

/** The same lines, found by looking at every one. */
async function longWay({ search, result, source, user }: LogFilter, page: number) {
  const likely = `%${search ?? ""}%`;
  const { rows } = await sql<{ id: string; of: number }>`
    select u.id, count(*) over () as of from uploads u join videos v on v.id = u.video_id
    where u.project_id = ${full.projectId} and u.result = any(${result ?? UPLOAD_RESULTS}) and u.source = any(${source ?? UPLOAD_SOURCES})
      and (${user ?? null}::bigint[] is null or u.user_id = any(${user ?? null}))
      and (u.file_name ilike ${likely} or v.title ilike ${likely} or u.source_url ilike ${likely})
    order by u.created_at desc, u.id offset ${(page - 1) * PER_PAGE} limit ${PER_PAGE}`.execute(services.db);
  return { ids: rows.map(({ id }) => id), total: rows[0]?.of ?? 0 };
}

const filters: Record<string, () => LogFilter> = {
  nothing: () => ({}),
  "what failed, long ago": () => ({ result: ["failed"] }),
  "what never happened": () => ({ result: ["cancelled", "uploading"] }),
  "imports of addresses": () => ({ source: ["url"] }),
  "failed imports": () => ({ result: ["failed"], source: ["url", "api"] }),
  "a person": () => ({ user: full.people.slice(0, 1) }),
  "what a person failed at": () => ({ result: ["failed"], user: full.people.slice(0, 1) }),
  "a word of few names": () => ({ search: "Harbour" }),
  "a word of every name": () => ({ search: "lesson" }),
  "a word of nobody": () => ({ search: "nothing-like-it" }),
  "a part of an address": () => ({ search: "films.example/5" }),
  "a word and a result": () => ({ search: "harbour", result: ["complete"] }),
  "a common word and a rare result": () => ({ search: "lesson", result: ["failed"] }),
};

test.each(Object.entries(filters))(
  "the log filtered by %s shows what matches, without a sequential scan",
  (_, filter) =>
    expectRightPages(steps, [1, 3], {
      list: (db, page) =>
        listUploadLog({ ...as(services, place.owner), db }, grant(full.projectId), {
          ...filter(),
          page,
          per_page: PER_PAGE,
        }),
      longWay: (page) => longWay(filter(), page),
    }),
);

test("two letters, which no index has, are found", async () => {
  for (const page of [1, 3]) {
    const { data, pagination } = await list({ search: "-7", user: full.people.slice(0, 1) }, page);
    const { ids, total } = await longWay({ search: "-7", user: full.people.slice(0, 1) }, page);
    expect(data.map(({ id }) => id)).toEqual(ids);
    expect(pagination).toMatchObject({ total, more: false });
  }
});

test("an export holds every line once, also those of the same moment", async () => {
  const { projectId, accountId } = await aProject(services);
  const uploads = Array.from({ length: 1_100 }, () => randomUUID());
  await insertUploads(projectId, accountId, uploads);
  // Five hundred lines of one page end within a microsecond of the next.
  await sql`update uploads set created_at = '2026-01-31 18:00:00.000500+00'::timestamptz + (ascii(id::text) % 3) * interval '1 microsecond'
    where project_id = ${projectId}`.execute(services.db);
  const ids: string[] = [];
  for await (const { id } of readWholeLog(as(services, place.owner), { ...grant(projectId), accountId }, {}))
    ids.push(id);
  expect(ids.toSorted()).toEqual(uploads.toSorted());
});

async function insertUploads(projectId: number, accountId: number, ids: readonly string[]): Promise<number> {
  const where = { project_id: projectId, account_id: accountId };
  const { id: videoId } = await insertRow(services, "videos", {
    ...where,
    hash: randomUUID().slice(0, 16),
    title: "Film",
    status: "uploading",
    file_name: "film.mp4",
  });
  await insertRows(
    services,
    "uploads",
    ids.map((id) => ({
      ...where,
      id,
      video_id: videoId,
      file_name: "film.mp4",
      size_bytes: 1,
      expires_at: new Date(),
    })),
  );
  return videoId;
}

test("an upload's result follows its video until that plays", async () => {
  const { projectId, accountId } = await aProject(services);
  const id = randomUUID();
  const videoId = await insertUploads(projectId, accountId, [id]);
  const video = (changes: {
    status?: "in_queue" | "failed" | "cancelled" | "complete";
    version?: number;
    deleted_at?: Date | null;
  }) => updateRows(services, "videos", { id: videoId }, changes);
  const upload = (state: "complete" | "failed" | "uploading") => updateRows(services, "uploads", { id }, { state });
  const result = async () => (await list({}, 1, projectId)).data.map((line) => line.result);
  expect(await result()).toEqual(["uploading"]);
  await video({ deleted_at: new Date() });
  expect(await result()).toEqual(["cancelled"]);
  await video({ deleted_at: null });
  await upload("failed");
  await video({ status: "failed" });
  expect(await result()).toEqual(["failed"]);
  await upload("uploading");
  expect(await result()).toEqual(["uploading"]);
  await upload("complete");
  expect(await result()).toEqual(["failed"]);
  await video({ status: "in_queue" });
  expect(await result()).toEqual(["processing"]);
  await video({ status: "cancelled" });
  expect(await result()).toEqual(["cancelled"]);
  await video({ status: "in_queue", deleted_at: new Date() });
  expect(await result()).toEqual(["complete"]);
  await video({ deleted_at: null });
  expect(await result()).toEqual(["processing"]);
  await video({ version: 1 });
  expect(await result()).toEqual(["complete"]);
  // Later re-encodes do not count.
  await video({ status: "failed" });
  expect(await result()).toEqual(["complete"]);
});
