import { updateRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { aProject, type TestProject } from "../../platform/testing.ts";
import { asSuperuser, sharedServices } from "../../testing/fixtures.ts";
import { queueTranscode } from "../queue.ts";
import { listTranscodes, readTranscodingState } from "./queue.ts";
import { advanceTranscode, repeatTranscode, stopTranscode } from "./steering.ts";

const services = await sharedServices();

const asRoot = () => asSuperuser(services);
const all = { page: 1, per_page: 30 };

/** A video whose source waits in the queue. */
async function aWaiting(project: TestProject, title: string): Promise<number> {
  const { rows } = await sql<{ id: number; project_id: number; account_id: number }>`
    insert into videos (project_id, account_id, hash, title, status, source_key)
    values (${project.projectId}, ${project.accountId}, ${title}, ${title}, 'in_queue', 'source')
    returning id, project_id, account_id`.execute(services.db);
  const [video] = rows;
  if (!video) throw new Error("The video is not there.");
  return services.db.transaction().execute((tx) => queueTranscode(services, tx, video));
}

const prioritiesOf = async (transcodeId: number) =>
  (
    await sql<{ priority: number }>`
      select priority from pgboss.job where data->'payload'->>'transcodeId' = ${String(transcodeId)}`.execute(
      services.db,
    )
  ).rows.map(({ priority }) => priority);

test("transcodes of all accounts are listed in their order, and one is moved to the front", async () => {
  const root = await asRoot();
  const [one, other] = [await aProject(services), await aProject(services)];
  const first = await aWaiting(one, "first");
  const second = await aWaiting(other, "second");
  const ids = async (request = all) => (await listTranscodes(root, request)).data.map(({ id }) => id);
  expect(await ids()).toEqual([first, second]);
  await advanceTranscode(root, second);
  expect(await ids()).toEqual([second, first]);
  expect(await prioritiesOf(second)).toEqual([50]);
  expect(await prioritiesOf(first)).toEqual([0]);
  expect((await listTranscodes(root, { ...all, search: "FIRST" })).data).toMatchObject([
    { id: first, state: "queued", video: { title: "first" }, account: { id: one.accountId } },
  ]);
  await updateRows(
    services,
    "transcodes",
    { id: first },
    { queued_at: new Date(services.clock.now().getTime() - 7 * 3_600_000) },
  );
  const older = async (olderThanHours: number) => {
    const { data } = await listTranscodes(root, { ...all, older_than_hours: olderThanHours });
    return data.map(({ id }) => id);
  };
  expect(await older(6)).toEqual([first]);
  expect(await older(24)).toEqual([]);
  expect((await listTranscodes(root, { ...all, account: other.accountId })).data).toMatchObject([{ id: second }]);
  expect(await readTranscodingState(root)).toMatchObject({
    workers: [],
    running: 0,
    queued: 2,
    oldest_wait: expect.any(Number),
  });
});

test("a transcode is stopped, and a failed one taken up again", async () => {
  const root = await asRoot();
  const id = await aWaiting(await aProject(services), "third");
  await updateRows(
    services,
    "transcodes",
    { id },
    {
      state: "failed",
      finished_at: new Date(),
      failure: JSON.stringify({ code: "x", message: "No.", retryable: true }),
    },
  );
  await sql`update videos set status = 'failed' where title = 'third'`.execute(services.db);
  expect((await listTranscodes(root, { ...all, state: "failed" })).data).toMatchObject([
    { id, failure: { message: "No." } },
  ]);
  await repeatTranscode(root, id);
  expect((await listTranscodes(root, { ...all, search: "third" })).data).toMatchObject([
    { id, state: "queued", attempts: 1 },
  ]);
  await stopTranscode(root, id);
  expect((await listTranscodes(root, { ...all, search: "third" })).data).toEqual([]);
  await expect(stopTranscode(root, id)).rejects.toMatchObject({ code: "conflict" });
  await expect(advanceTranscode(root, id)).rejects.toMatchObject({ code: "conflict" });
  await expect(advanceTranscode(root, 9e9)).rejects.toMatchObject({ code: "not_found" });
});
