import { randomBytes, randomUUID } from "node:crypto";
import { defaultAdSettings } from "@kinora/domain/ads/ad-settings.ts";
import { OPEN_POLICY } from "@kinora/domain/restrictions/policy.ts";
import { newStreamKey } from "../live/streams/keys.ts";
import { sealSecret } from "../login/own-provider/provider-row.ts";
import { SIGNING_SECRET } from "../platform/access/viewer-token.ts";
import { newHash } from "../platform/secrets/hash.ts";
import { seal } from "../platform/secrets/sealed.ts";
import { aMember, aUser, type TestProject, type TestServices } from "../platform/testing.ts";
import { newWebhookSecret, WEBHOOK_SECRET } from "../webhooks/signature.ts";
import { CAPTIONS_FILE, type Things } from "./access-samples.ts";
import { someBilling, someOperations } from "./installation-things.ts";

/** One row of each kind that operations refer to, in a project. */
export async function someThings(services: TestServices, project: TestProject): Promise<Things> {
  const { accountId, projectId } = project;
  const videos = await someVideos(services, project);
  const people = await somePeople(services, project);
  const member = await aMember(services, project, ["video_view"]);
  return {
    account: accountId,
    project: projectId,
    ...videos,
    ...people,
    member: member.userId,
    invitation: await anInvitation(services, project, people.role),
    ...(await someLabels(services, project)),
    ...(await someDetails(services, project, videos.video)),
    ...(await someLive(services, project)),
    player: await aPlayer(services, project),
    ...(await someRestrictions(services, project)),
    ...(await someBilling(services, project)),
    mailDomain: await aProvider(services, project, people.role, member.userId),
    ...(await someOperations(services)),
  };
}

/** A video with its upload, one in the trash, and a bulk action on the first. */
async function someVideos({ db }: TestServices, { accountId, projectId, ownerId }: TestProject) {
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
  return { video: video.id, upload, trashed: trashed.id, bulkJob: bulkJob.id };
}

async function anInvitation(
  { db }: TestServices,
  { accountId, projectId }: TestProject,
  roleId: number,
): Promise<number> {
  const invitation = await db
    .insertInto("project_invitations")
    .values({
      project_id: projectId,
      account_id: accountId,
      email: `${randomUUID()}@example.com`,
      role_id: roleId,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return invitation.id;
}

/** Two categories and two tags: one of each may go into the other. */
async function someLabels({ db }: TestServices, { accountId, projectId }: TestProject) {
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
    category: category?.id ?? 0,
    otherCategory: otherCategory?.id ?? 0,
    tag: tag?.id ?? 0,
    otherTag: otherTag?.id ?? 0,
  };
}

/** A built-in role, one of the account's own, which nobody has, and a second owner. */
async function somePeople(services: TestServices, { accountId, projectId }: TestProject) {
  const { db } = services;
  const role = await db
    .selectFrom("roles")
    .select("id")
    .where("account_id", "=", accountId)
    .where("title", "=", "Viewer")
    .executeTakeFirstOrThrow();
  const ownRole = await db
    .insertInto("roles")
    .values({ account_id: accountId, title: `Role ${randomUUID()}`, permissions: ["video_view"] })
    .returning("id")
    .executeTakeFirstOrThrow();
  const coOwner = await aUser(services);
  await db.insertInto("account_owners").values({ account_id: accountId, user_id: coOwner }).execute();
  const blocked = await aUser(services);
  const place = { project_id: projectId, account_id: accountId, role_id: role.id };
  await db
    .insertInto("blocked_members")
    .values({ ...place, user_id: blocked, reason: "A reason" })
    .execute();
  return { role: role.id, blocked, ownRole: ownRole.id, coOwner };
}

/** The organization's own provider, and a mail domain that nobody has proved. */
async function aProvider(
  { db, secrets }: TestServices,
  { accountId, projectId }: TestProject,
  roleId: number,
  memberId: number,
) {
  const sealed = sealSecret(secrets, accountId, "a secret");
  const client = { issuer: "https://192.0.2.1/people", client_id: "kinora", secret_sealed: sealed };
  await db
    .insertInto("own_providers")
    .values({ account_id: accountId, ...client, project_id: projectId, role_id: roleId })
    // Further things of the account have the same one.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const link = { account_id: accountId, issuer: client.issuer, subject: randomUUID(), user_id: memberId };
  await db.insertInto("own_provider_people").values(link).execute();
  const domain = `${randomUUID()}.example`;
  await db.insertInto("own_provider_domains").values({ account_id: accountId, domain, token: "a token" }).execute();
  return domain;
}

/** A key that may do what managing keys needs. */
async function anApiKey({ db }: TestServices, { accountId, projectId }: TestProject): Promise<number> {
  const place = { project_id: projectId, account_id: accountId };
  const { id } = await db
    .insertInto("api_keys")
    .values({ ...place, name: "A key", prefix: "vk_live_test", key_hash: randomBytes(32), scopes: ["api_manage"] })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** An upload token that nobody used. */
async function anUploadToken({ db }: TestServices, { accountId, projectId }: TestProject): Promise<number> {
  const place = { project_id: projectId, account_id: accountId };
  const use = { uses_max: 1, expires_at: new Date(Date.now() + 3_600_000) };
  const { id } = await db
    .insertInto("upload_tokens")
    .values({ ...place, ...use, name: "A token", prefix: "vk_upload_test", token_hash: randomBytes(32) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A webhook with a delivery that failed, to an address of nobody. */
async function aWebhook({ db, secrets }: TestServices, { accountId, projectId }: TestProject) {
  const place = { project_id: projectId, account_id: accountId };
  const webhook = await db
    .insertInto("webhooks")
    .values({
      ...place,
      name: "A webhook",
      url: "https://192.0.2.1/hook",
      events: ["webhook.disabled"],
      secret_sealed: seal(secrets.encryptionKey, WEBHOOK_SECRET, newWebhookSecret()),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const message = { id: randomUUID(), project_id: projectId, type: "ping", change: "ping", payload: "{}" };
  await db.insertInto("webhook_messages").values(message).execute();
  const delivery = await db
    .insertInto("webhook_deliveries")
    .values({
      webhook_id: webhook.id,
      message_id: message.id,
      project_id: projectId,
      type: "ping",
      object: "ping",
      state: "failed",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { webhook: webhook.id, delivery: delivery.id };
}

/** A second player of the project: the default one cannot be deleted. */
async function aPlayer({ db }: TestServices, { accountId, projectId }: TestProject): Promise<number> {
  const { id } = await db
    .insertInto("players")
    .values({
      project_id: projectId,
      account_id: accountId,
      hash: newHash(),
      title: "Another player",
      draft: "{}",
      settings: "{}",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("player_versions").values({ player_id: id, number: 1, settings: "{}", user_id: null }).execute();
  return id;
}

/** A second video, and captions, a rendition and a playlist of the first. */
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
  const playlist = await aPlaylist(services, { accountId, projectId }, videoId);
  return {
    otherVideo: other.id,
    captions: captions.id,
    transcode: transcode.id,
    rendition: rendition.id,
    playlist,
  };
}

/** A playlist with one video. */
async function aPlaylist(
  { db }: TestServices,
  { accountId, projectId }: Pick<TestProject, "accountId" | "projectId">,
  videoId: number,
) {
  const { id } = await db
    .insertInto("playlists")
    .values({ project_id: projectId, account_id: accountId, hash: newHash(), name: "A playlist", type: "manual" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("playlist_items")
    .values({ playlist_id: id, project_id: projectId, video_id: videoId, position: 0 })
    .execute();
  return id;
}

/** A livestream with a restream target. */
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

/** A restriction profile that refuses referrers, an ad schedule, a signing key, an API key and a webhook. */
async function someRestrictions(services: TestServices, project: TestProject) {
  const { db, secrets } = services;
  const { accountId, projectId } = project;
  const place = { project_id: projectId, account_id: accountId };
  const referrers = { mode: "only" as const, entries: ["example.org"], empty: true };
  const restriction = await db
    .insertInto("restriction_profiles")
    .values({ ...place, name: randomUUID(), policy: JSON.stringify({ ...OPEN_POLICY, referrers }) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const adSchedule = await db
    .insertInto("ad_schedules")
    .values({ ...place, name: randomUUID(), settings: JSON.stringify(defaultAdSettings) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const key = await db
    .insertInto("signing_keys")
    .values({
      ...place,
      kid: randomUUID(),
      algorithm: "HS256",
      secret: seal(secrets.encryptionKey, SIGNING_SECRET, "secret"),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const own = await aWebhook(services, project);
  return {
    restriction: restriction.id,
    adSchedule: adSchedule.id,
    signingKey: key.id,
    apiKey: await anApiKey(services, project),
    uploadToken: await anUploadToken(services, project),
    ...own,
  };
}
