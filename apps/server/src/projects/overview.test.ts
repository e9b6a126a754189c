import { insertRow, updateRows } from "@kinora/db/testing-rows.ts";
import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { expect, test } from "vitest";
import { aMember, as } from "../platform/testing.ts";
import { addInvitation, addVideo, grantOf, ownedBy, projectOfEachTest } from "../testing/fixtures.ts";
import { sumStored } from "../testing/stored-sums.ts";
import { readOverview } from "./overview.ts";

const { services, project } = await projectOfEachTest();

const grant = () => grantOf(project);
const overview = () => readOverview(as(services, project.owner), grant());

async function aVideo(status: "complete" | "failed" | "in_queue", userId = project.ownerId) {
  const { id } = await addVideo(services, project, {
    title: `A ${status} film`,
    status,
    user_id: userId,
    ...(status === "failed"
      ? { failure: JSON.stringify({ code: "corrupt_file", message: "This file breaks off.", retryable: true }) }
      : {}),
  });
  return id;
}

const aTranscode = (videoId: number, values: object) =>
  insertRow(services, "transcodes", { ...ownedBy(project), video_id: videoId, version: 1, ...values });

/** A transcode that ended well, as its record tells it: pictures of so many seconds in one rendition, and their sound. */
const recorded = (transcodeId: number, finishedAt: Date, seconds: number) =>
  insertRow(services, "transcode_records", {
    ...{ transcode_id: 9000 + transcodeId, video_id: 1, title: "A", state: "complete", finished_at: finishedAt },
    ...ownedBy(project),
    ...{ source_seconds: seconds, waited_seconds: 0, encode_seconds: 1 },
    renditions: JSON.stringify([
      { height: 720, short_side: 720, seconds, bytes: 1, copied: false },
      { height: 0, short_side: null, seconds, bytes: 1, copied: false },
    ]),
  });

test("a new project has no alerts and every setup step open", async () => {
  const { videos, attention, onboarding, uploaded } = await overview();
  expect({ videos, onboarding, uploaded }).toEqual({
    videos: 0,
    onboarding: { video: false, embed: false, invite: false },
    uploaded: { now: 0, before: 0 },
  });
  expect(attention.filter(({ kind }) => kind !== "disk")).toEqual([]);
});

test("encoded minutes are counted for the last seven days beside the seven before", async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  for (const [version, days, seconds] of [
    [1, 1, 120],
    [2, 6, 60],
    [3, 8, 30],
    [4, 20, 6000],
  ] as const)
    await recorded(version, daysAgo(days), seconds);
  expect((await overview()).encoded_minutes).toEqual({ now: 3, before: 0.5 });
});

test("plays and hours watched leave out bots, and are seen with the permission for analytics alone", async () => {
  for (const [days, plays, audience] of [
    [1, 4, "viewer"],
    [8, 1, "viewer"],
    [1, 90, "bot"],
  ] as const)
    await insertRow(services, "view_hours", {
      hour: new Date(Date.now() - days * 86_400_000),
      project_id: project.projectId,
      item_kind: "video",
      item_id: 1,
      player_id: 0,
      host: "",
      country: "",
      device: "desktop",
      browser: "",
      audience,
      plays,
      watched_ms: plays * 1_800_000,
    });
  await sumStored(services.db, project.projectId);
  expect((await overview()).watched).toEqual({ plays: { now: 4, before: 1 }, hours: { now: 2, before: 0.5 } });
  const without = { ...grant(), permissions: new Set(PERMISSIONS.filter((flag) => flag !== "analytics_view")) };
  expect((await readOverview(as(services, project.owner), without)).watched).toBeNull();
});

test("failed videos, waiting uploads, a queue without workers and full storage are alerts", async () => {
  const failed = await aVideo("failed");
  const queued = await aVideo("in_queue");
  await aTranscode(queued, { state: "queued" });
  await updateRows(services, "accounts", { id: project.accountId }, { storage_limit_bytes: 1000 });
  await insertRow(services, "uploads", {
    id: crypto.randomUUID(),
    ...ownedBy(project),
    video_id: queued,
    user_id: project.ownerId,
    file_name: "a.mp4",
    size_bytes: 850,
    expires_at: new Date(Date.now() + 3_600_000),
    updated_at: new Date(Date.now() - 3_600_000),
  });
  const { attention, onboarding } = await overview();
  expect(attention.filter(({ kind }) => kind !== "disk")).toMatchObject([
    {
      kind: "video_failed",
      message: "This file breaks off.",
      video: { id: failed, title: "A failed film", retryable: true },
    },
    { kind: "upload_waits", message: "1 upload of yours waits for its file." },
    { kind: "no_worker" },
    { kind: "storage", message: expect.stringMatching(/^85% of the account's storage is used/) },
  ]);
  expect(onboarding).toEqual({ video: true, embed: false, invite: false });
});

test("an invitation completes its step before it is accepted", async () => {
  expect((await overview()).onboarding.invite).toBe(false);
  await addInvitation(services, project, "guest@example.com");
  expect((await overview()).onboarding.invite).toBe(true);
});

test("people without access to all videos see their own failures only, and any invitation completes its step", async () => {
  await aVideo("failed");
  const member = await aMember(services, project, ["video_add"]);
  const own = await aVideo("failed", member.userId);
  const narrow = { ...grant(), owner: false, permissions: new Set(["video_add" as const]) };
  const { attention, onboarding } = await readOverview(as(services, member), narrow);
  expect(attention.map(({ video }) => video?.id)).toEqual([own]);
  expect(onboarding.invite).toBe(true);
});
