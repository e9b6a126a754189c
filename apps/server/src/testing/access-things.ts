import { randomUUID } from "node:crypto";
import { newStreamKey } from "../live/keys.ts";
import { newHash } from "../platform/hash.ts";
import { aMember, type TestProject, type TestServices } from "../platform/testing.ts";
import { CAPTIONS_FILE, type Things } from "./access-samples.ts";

/** One of everything an operation can be about, in a project. */
export async function someThings(services: TestServices, project: TestProject): Promise<Things> {
  const { db } = services;
  const { accountId, projectId, ownerId } = project;
  const video = await db
    .insertInto("videos")
    .values({
      project_id: projectId,
      account_id: accountId,
      hash: newHash(),
      title: "A video",
      status: "complete",
      user_id: ownerId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const upload = randomUUID();
  await db
    .insertInto("uploads")
    .values({
      id: upload,
      project_id: projectId,
      account_id: accountId,
      video_id: video.id,
      user_id: ownerId,
      file_name: "a.mp4",
      size_bytes: 10,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  const role = await db
    .selectFrom("roles")
    .select("id")
    .where("account_id", "=", accountId)
    .where("title", "=", "Viewer")
    .executeTakeFirstOrThrow();
  const member = await aMember(services, project, ["video_view"]);
  const invitation = await db
    .insertInto("project_invitations")
    .values({
      project_id: projectId,
      account_id: accountId,
      email: `${randomUUID()}@example.com`,
      role_id: role.id,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.updateTable("projects").set({ trash_days: 30 }).where("id", "=", projectId).execute();
  const trashed = await db
    .insertInto("videos")
    .values({
      project_id: projectId,
      account_id: accountId,
      hash: newHash(),
      title: "Deleted",
      status: "complete",
      deleted_at: new Date(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const bulkJob = await db
    .insertInto("bulk_jobs")
    .values({
      project_id: projectId,
      account_id: accountId,
      action: "publish",
      ids: [video.id],
      total: 1,
      until_video_id: video.id,
      user_id: ownerId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const label = (name: string) => ({ project_id: projectId, account_id: accountId, name });
  const [category, otherCategory] = await db
    .insertInto("categories")
    .values([randomUUID(), randomUUID()].map((name) => ({ ...label(name), slug: name })))
    .returning("id")
    .execute();
  const [tag, otherTag] = await db
    .insertInto("tags")
    .values([randomUUID(), randomUUID()].map(label))
    .returning("id")
    .execute();
  return {
    account: accountId,
    project: projectId,
    video: video.id,
    upload,
    role: role.id,
    member: member.userId,
    invitation: invitation.id,
    trashed: trashed.id,
    bulkJob: bulkJob.id,
    category: category?.id ?? 0,
    otherCategory: otherCategory?.id ?? 0,
    tag: tag?.id ?? 0,
    otherTag: otherTag?.id ?? 0,
    ...(await someDetails(services, project, video.id)),
    ...(await someLive(services, project)),
  };
}

/** Another video, and captions and a rendition of the one. */
async function someDetails(services: TestServices, { accountId, projectId }: TestProject, videoId: number) {
  const { db, storage } = services;
  const place = { project_id: projectId, account_id: accountId };
  const other = await db
    .insertInto("videos")
    .values({ ...place, hash: newHash(), title: "Another", status: "complete" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const captions = await db
    .insertInto("captions")
    .values({
      ...place,
      video_id: videoId,
      language: "en",
      label: "English",
      kind: "captions",
      format: "vtt",
      size_bytes: 50,
      cues: 1,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await storage.put(`assets/${videoId}/captions/${captions.id}-1.vtt`, Buffer.from(CAPTIONS_FILE));
  const transcode = await db
    .insertInto("transcodes")
    .values({ ...place, video_id: videoId, version: 1, state: "complete" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const rendition = await db
    .insertInto("renditions")
    .values({
      account_id: accountId,
      video_id: videoId,
      transcode_id: transcode.id,
      version: 1,
      kind: "video",
      label: "360p",
      height: 360,
      state: "complete",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.updateTable("videos").set({ version: 1 }).where("id", "=", videoId).execute();
  return { otherVideo: other.id, captions: captions.id, rendition: rendition.id };
}

/** A livestream with a place it is sent on to. */
async function someLive({ db, secrets }: TestServices, { accountId, projectId }: TestProject) {
  const hash = newHash();
  const stream = await db
    .insertInto("streams")
    .values({
      project_id: projectId,
      account_id: accountId,
      hash,
      name: "A stream",
      ...newStreamKey({ secrets }, hash),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const restream = await db
    .insertInto("stream_restreams")
    .values({
      stream_id: stream.id,
      name: "Elsewhere",
      platform: "custom",
      url: "rtmp://192.0.2.1/live",
      key_sealed: Buffer.alloc(1),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const recording = await db
    .insertInto("stream_recordings")
    .values({
      stream_id: stream.id,
      project_id: projectId,
      account_id: accountId,
      kind: "recording",
      state: "ready",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { stream: stream.id, restream: restream.id, recording: recording.id };
}
