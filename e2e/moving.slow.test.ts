import { updateRows } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { countUsage } from "@kinora/server/billing/usage/count-usage.ts";
import { sql } from "kysely";
import { BusyProject, publishVideo } from "./busy-project.ts";
import { expectWholeVideo } from "./finished-video.ts";
import { LIVE_PATIENCE_MS, LONG_TRANSCODING_PATIENCE_MS, TRANSCODING_PATIENCE_MS, patient } from "./patience.ts";
import { makeProject, readVideo, until, untilEnded } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { upload } from "./resumable-upload.ts";
import { sharedPeople, sharedProject } from "./shared.ts";

const people = sharedPeople();
const project = sharedProject();
let busy: BusyProject | undefined;
test.afterAll(() => busy?.stop());

test("a project moves during an upload, an encode, a livestream and playback: nothing is lost and links keep working", async ({
  page,
  product,
}) => {
  test.setTimeout(patient(600_000));
  const superuser = await people.person("Grete Desk", { superuser: true });
  const buyer = await people.place("Buying Studios", "Series");
  busy = await BusyProject.start(product, project);
  const { stream, live: watch } = busy;

  const api = () => product.urls.api;
  const encoded = await upload({
    project,
    api,
    path: await clip("longGop", { width: 320, height: 180, durationSeconds: 60 }),
  });
  await until(
    "its encode runs",
    async () => (await readVideo(project, encoded.videoId)).status === "processing",
    TRANSCODING_PATIENCE_MS,
  );
  await publishVideo(project, encoded.videoId);
  const { hash } = await readVideo(project, encoded.videoId);

  const move = async () => {
    await people.arrive(page, superuser, `/advanced/projects?account=${project.accountId}`);
    await page.getByRole("button", { name: "Actions for Clips" }).click();
    await page.getByRole("menuitem", { name: "Move to account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Account" }).fill("Buying Studios");
    await page.getByRole("option", { name: "Buying Studios" }).click();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Sold to them");
    await dialog.getByRole("button", { name: "Move", exact: true }).click();
    await expect(page.getByText("Project is moved.")).toBeVisible();
  };
  const before: string[] = [];
  const uploaded = await busy.uploadAround(async () => {
    before.push((await readVideo(project, encoded.videoId)).status);
    await move();
  });
  // The encode had not ended when the project moved.
  expect(before).toEqual(["processing"]);
  await publishVideo(project, uploaded.videoId);
  for (const story of [encoded, uploaded]) {
    await busy.expectWhole(story);
    const { status } = await fetch(`${product.urls.edge}/embed/${(await readVideo(project, story.videoId)).hash}`);
    expect(status).toBe(200);
  }
  expect((await readVideo(project, encoded.videoId)).hash).toBe(hash);

  await busy.expectToPlay();
  expect(watch.discontinuities).toBe(0);
  const { rows: left } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select account_id, project_id from videos union all select account_id, project_id from uploads
      union all select account_id, project_id from transcodes union all select account_id, project_id from stream_sessions) r
    where project_id = ${project.projectId} and account_id <> ${buyer.accountId}`.execute(project.db);
  expect(left[0]?.count).toBe(0);

  // A livestream's milliseconds are whose the project was at the time: the two accounts have them all, none twice.
  await busy.stop();
  const session = await until(
    "the session ends",
    () =>
      sql<{ before: number; after: number }>`
        select (extract(epoch from m.moved_at - s.started_at) * 1000)::float8 as before,
          (extract(epoch from s.ended_at - m.moved_at) * 1000)::float8 as after
        from stream_sessions s join project_moves m using (project_id)
        where s.stream_id = ${stream.id} and s.ended_at is not null`
        .execute(project.db)
        .then(({ rows }) => rows[0]),
    LIVE_PATIENCE_MS,
  );
  await countUsage(project.db, { now: new Date() });
  const live = async (accountId: number) => {
    const { rows } = await sql<{ quantity: number }>`
      select coalesce(sum(quantity), 0)::float8 as quantity from usage_days
      where account_id = ${accountId} and project_id = ${project.projectId} and meter = 'live'`.execute(project.db);
    return rows[0]?.quantity ?? 0;
  };
  expect(Math.abs((await live(project.accountId)) - session.before)).toBeLessThan(10);
  expect(Math.abs((await live(buyer.accountId)) - session.after)).toBeLessThan(10);
});

test("a hard quota that is set while an upload runs keeps what was accepted and refuses the next file", async ({
  product,
}) => {
  test.setTimeout(patient(300_000));
  const own = await makeProject(product);
  try {
    const path = await clip("streamable", { width: 320, height: 180, durationSeconds: 10 });
    const options = { project: own, api: () => product.urls.api, path };
    const refusals: string[] = [];
    const { videoId, sha256, resumes } = await upload({
      ...options,
      stepBytes: 16 * 1024,
      async onAcknowledged(offset) {
        if (refusals.length > 0) return;
        expect(offset).toBeGreaterThan(0);
        await updateRows(own, "projects", { id: own.projectId }, { storage_hard_bytes: 1_000 });
        const response = await fetch(`${product.urls.api}/uploads`, {
          method: "POST",
          headers: {
            ...own.headers,
            "tus-resumable": "1.0.0",
            "upload-length": "500",
            "upload-metadata": `filename ${btoa("film.mp4")},project_id ${btoa(String(own.projectId))}`,
          },
        });
        refusals.push(`${response.status} ${await response.text()}`);
      },
    });
    expect(refusals[0]).toMatch(/^422 .*this project has 0\S* .*of its quota of .* left/s);
    expect(resumes).toEqual([]);
    await untilEnded(own, videoId, LONG_TRANSCODING_PATIENCE_MS);
    await expectWholeVideo(own, { videoId, sha256, dataDir: product.dataDir });
  } finally {
    await own.db.destroy();
  }
});
