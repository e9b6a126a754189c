import { readFile } from "node:fs/promises";
import { OPEN_POLICY, type RestrictionPolicy } from "@kinora/domain/restrictions/policy.ts";
import { encodedOnce } from "@kinora/media/fixtures/made-once.ts";
import { afterAll, expect, test, vi } from "vitest";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { aProject } from "../platform/testing.ts";
import { anEdge, aVideo, type TestVideo } from "../playback/testing.ts";
import { sharedProject, grantOf } from "../testing/fixtures.ts";
import { assignRestriction } from "./assignments.ts";
import { deletePicture, uploadPicture } from "./pictures.ts";
import { createProfile, deleteProfile } from "./profiles.ts";

const { services, project, context, grant } = await sharedProject();
const edge = await anEdge(services);
afterAll(() => edge.app.close());

const ONLY_EXAMPLE: RestrictionPolicy = {
  ...OPEN_POLICY,
  referrers: { mode: "only", entries: ["example.com"], empty: false },
};

async function aPicture(size: string): Promise<string> {
  const args = ["-f", "lavfi", "-i", `testsrc=size=${size}:rate=1`, "-frames:v", "1"];
  return (await readFile(await encodedOnce("png", args))).toString("base64");
}

async function aRestrictedVideo(name: string, policy: RestrictionPolicy, newPassword?: string) {
  const profile = await createProfile(context, grant, { name, policy, message: "Members only.", newPassword });
  const video = await aVideo(services, project, { title: "A secret film" });
  await assignRestriction(context, grant, "video", video.id, profile.id);
  return { profile, video };
}

/** The page that a viewer on no allowed page gets, and the picture on it. */
async function refusedPage({ hash }: TestVideo) {
  const answer = await fetch(`${edge.url}/embed/${hash}`);
  const html = await answer.text();
  return { answer, html, picture: /<img class="waiting-picture" src="([^"]+)"/.exec(html)?.[1] };
}

const waitForPicture = (video: TestVideo, check: (picture: string | undefined) => void) =>
  vi.waitFor(async () => check((await refusedPage(video)).picture), { timeout: 10_000 });

test("a refused viewer sees the picture of the profile, and nothing of the video", async () => {
  const { profile, video } = await aRestrictedVideo("Partners", ONLY_EXAMPLE);
  expect((await refusedPage(video)).picture).toBeUndefined();
  const saved = await uploadPicture(context, grant, profile.id, await aPicture("1600x900"));
  expect(saved.picture).toMatchObject({ width: 1280, height: 720 });
  await waitForPicture(video, (picture) => expect(picture).toBe(`/blocked/${saved.picture?.hash}.jpg`));
  const { answer, html } = await refusedPage(video);
  expect(answer.status).toBe(403);
  expect(answer.headers.get("content-security-policy")).toContain("img-src 'self' data:");
  expect(html).toContain("Members only.");
  for (const secret of ["A secret film", "/hls/", "posters"]) expect(html).not.toContain(secret);
  const shared = await fetch(`${edge.url}/v/${video.hash}`);
  const sharePage = await shared.text();
  expect(shared.status).toBe(403);
  expect(sharePage).toContain(`<img class="waiting-picture" src="/blocked/${saved.picture?.hash}.jpg"`);
  expect(sharePage).toContain("Members only.");
  expect(sharePage).not.toContain("A secret film");
  // What a player asks whose playback ended.
  const status = await fetch(`${edge.url}/embed/${video.hash}/status.json`);
  expect([status.status, await status.json()]).toMatchObject([
    403,
    { availability: "refused", message: "Members only.", picture: `/blocked/${saved.picture?.hash}.jpg` },
  ]);
  const shown = await fetch(`${edge.url}/blocked/${saved.picture?.hash}.jpg`);
  expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect(shown.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(
    Buffer.from(await shown.arrayBuffer())
      .subarray(0, 3)
      .toString("hex"),
  ).toBe("ffd8ff");
});

test("a replaced picture has a new address, a removed one has none", async () => {
  const { profile, video } = await aRestrictedVideo("Twice", ONLY_EXAMPLE);
  const first = await uploadPicture(context, grant, profile.id, await aPicture("640x360"));
  const second = await uploadPicture(context, grant, profile.id, await aPicture("800x450"));
  expect(second.picture?.hash).not.toBe(first.picture?.hash);
  expect((await fetch(`${edge.url}/blocked/${first.picture?.hash}.jpg`)).status).toBe(404);
  await waitForPicture(video, (picture) => expect(picture).toBe(`/blocked/${second.picture?.hash}.jpg`));
  for (let time = 0; time < 2; time += 1) expect((await deletePicture(context, grant, profile.id)).picture).toBeNull();
  await waitForPicture(video, (picture) => expect(picture).toBeUndefined());
  const entries = await services.db
    .selectFrom("audit_log")
    .select("action")
    .where("object_id", "=", profile.id)
    .where("action", "like", "restriction.picture%")
    .orderBy("id")
    .execute();
  expect(entries.map(({ action }) => action)).toEqual([
    "restriction.picture_changed",
    "restriction.picture_changed",
    "restriction.picture_removed",
  ]);
});

test("a password form has no picture, and the picture of a deleted profile is deleted", async () => {
  const { profile, video } = await aRestrictedVideo("Password", { ...OPEN_POLICY, password: true }, "open sesame");
  const { picture } = await uploadPicture(context, grant, profile.id, await aPicture("640x360"));
  await vi.waitFor(async () => expect((await refusedPage(video)).html).toContain('type="password"'));
  expect((await refusedPage(video)).picture).toBeUndefined();
  await deleteProfile(context, grant, profile.id);
  expect((await fetch(`${edge.url}/blocked/${picture?.hash}.jpg`)).status).toBe(404);
});

test("what is no picture, too large or too small is refused with a sentence", async () => {
  const { profile } = await aRestrictedVideo("Wrong", ONLY_EXAMPLE);
  const upload = (bytes: Buffer) => uploadPicture(context, grant, profile.id, bytes.toString("base64"));
  await expect(upload(Buffer.from("<svg></svg>"))).rejects.toThrow("JPEG, PNG or WebP");
  await expect(upload(Buffer.alloc(5_300_000, 1))).rejects.toThrow("5 MB");
  await expect(uploadPicture(context, grant, profile.id, await aPicture("320x180"))).rejects.toThrow("too small");
  const stranger = await aProject(services);
  const foreign: ProjectGrant = grantOf(stranger);
  await expect(uploadPicture(context, foreign, profile.id, await aPicture("640x360"))).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(deletePicture(context, foreign, profile.id)).rejects.toMatchObject({ code: "not_found" });
});
