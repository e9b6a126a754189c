import { randomBytes, randomUUID } from "node:crypto";
import { defaultAdSettings } from "@kinora/domain/ads/ad-settings.ts";
import { plainEntry } from "@kinora/domain/imports/imports.ts";
import { OPEN_POLICY } from "@kinora/domain/restrictions/policy.ts";
import { newStreamKey } from "../live/streams/keys.ts";
import { sealSecret } from "../login/own-provider/provider-row.ts";
import { SIGNING_SECRET } from "../platform/access/viewer-token.ts";
import { newHash } from "../platform/secrets/hash.ts";
import { seal } from "../platform/secrets/sealed.ts";
import { members, users, type TestProject, type TestServices } from "../platform/testing.ts";
import { newWebhookSecret, WEBHOOK_SECRET } from "../webhooks/signature.ts";
import { CAPTIONS_FILE, type Things } from "./access-samples.ts";
import { someBilling, someOperations } from "./installation-things.ts";

type Projects = readonly TestProject[];
/** For each kind its rows, in the order of the projects. */
type Lists<T> = { [Kind in keyof T]: readonly T[Kind][] };

/** One row of each kind that operations refer to, in a project. */
export async function someThings(services: TestServices, project: TestProject): Promise<Things> {
  const [things] = await thingsOfEach(services, [project]);
  if (!things) throw new Error("a project got no rows");
  return things;
}

/**
 * Rows of each kind for each project, in the order of the projects; one that is named again gets further rows. A kind is
 * one statement for all projects: tests need thousands of rows.
 */
export async function thingsOfEach(services: TestServices, projects: Projects): Promise<Things[]> {
  const videos = await someVideos(services, projects);
  const people = await somePeople(services, projects);
  const member = (await members(services, projects, ["video_view"])).map(({ userId }) => userId);
  const lists: Lists<Things> = {
    account: projects.map(({ accountId }) => accountId),
    project: projects.map(({ projectId }) => projectId),
    ...videos,
    ...people,
    member,
    invitation: await someInvitations(services, projects, people.role),
    ...(await someLabels(services, projects)),
    ...(await someDetails(services, projects, videos.video)),
    ...(await someLive(services, projects)),
    player: await somePlayers(services, projects),
    ...(await someRestrictions(services, projects)),
    ...(await someBilling(services, projects)),
    mailDomain: await someProviders(services, projects, people.role, member),
    ...(await someOperations(services, projects.length)),
  };
  return projects.map((_, at) => {
    const rows = Object.entries(lists).map(([kind, list]): [string, unknown] => [kind, list[at]]);
    return Object.fromEntries(rows) as unknown as Things;
  });
}

const placeOf = ({ projectId, accountId }: TestProject) => ({ project_id: projectId, account_id: accountId });
/** The id of a project's row in a list of all. @throws RangeError where it has none. */
function idAt<Id>(rows: readonly Id[], at: number): Id {
  const row = rows[at];
  if (row === undefined) throw new RangeError(`project ${at} has no row`);
  return row;
}
/** The ids of inserted rows, in the order of their values. */
const idsOf = async <Id>(insert: { execute(): Promise<{ id: Id }[]> }): Promise<Id[]> =>
  (await insert.execute()).map(({ id }) => id);

/** A video with its upload, one in the trash, and a bulk action on the first. */
async function someVideos({ db }: TestServices, projects: Projects) {
  const complete = (project: TestProject, title: string) => ({
    ...placeOf(project),
    hash: newHash(),
    title,
    status: "complete" as const,
  });
  const video = await idsOf(
    db
      .insertInto("videos")
      .values(projects.map((project) => ({ ...complete(project, "A video"), user_id: project.ownerId })))
      .returning("id"),
  );
  const uploads = projects.map((project, at) => ({
    id: randomUUID(),
    ...placeOf(project),
    video_id: idAt(video, at),
    user_id: project.ownerId,
    file_name: "a.mp4",
    size_bytes: 10,
    expires_at: new Date(Date.now() + 3_600_000),
  }));
  await db.insertInto("uploads").values(uploads).execute();
  const projectIds = projects.map(({ projectId }) => projectId);
  await db.updateTable("projects").set({ trash_days: 30 }).where("id", "in", projectIds).execute();
  const trashed = await idsOf(
    db
      .insertInto("videos")
      .values(projects.map((project) => ({ ...complete(project, "Deleted"), deleted_at: new Date() })))
      .returning("id"),
  );
  const bulkJobs = projects.map((project, at) => ({
    ...placeOf(project),
    action: "publish" as const,
    ids: [idAt(video, at)],
    total: 1,
    until_video_id: idAt(video, at),
    user_id: project.ownerId,
  }));
  const bulkJob = await idsOf(db.insertInto("bulk_jobs").values(bulkJobs).returning("id"));
  const importJob = await someImports({ db }, projects);
  return { video, upload: uploads.map(({ id }) => id), trashed, bulkJob, importJob };
}

/** An import of one item that was read. */
async function someImports({ db }: Pick<TestServices, "db">, projects: Projects): Promise<number[]> {
  const options = JSON.stringify({ publish: "source", playlists: false, labels: true });
  const source = "https://192.0.2.1/feed.xml";
  const jobs = projects.map((project) => ({
    ...placeOf(project),
    ...{ kind: "feed" as const, source, options, state: "ready" as const, user_id: project.ownerId },
  }));
  const ids = await idsOf(db.insertInto("import_jobs").values(jobs).returning("id"));
  const items = projects.map(({ projectId }, at) => ({
    job_id: idAt(ids, at),
    project_id: projectId,
    position: 0,
    source_key: "feed:192.0.2.1:1",
    entry: JSON.stringify({
      ...plainEntry("feed:192.0.2.1:1", "An episode"),
      media: { url: "https://192.0.2.1/a.mp4" },
    }),
  }));
  await db.insertInto("import_items").values(items).execute();
  return ids;
}

function someInvitations({ db }: TestServices, projects: Projects, roles: readonly number[]): Promise<number[]> {
  const invitations = projects.map((project, at) => ({
    ...placeOf(project),
    email: `${randomUUID()}@example.com`,
    role_id: idAt(roles, at),
    expires_at: new Date(Date.now() + 86_400_000),
  }));
  return idsOf(db.insertInto("project_invitations").values(invitations).returning("id"));
}

/** Two categories and two tags: one of each may go into the other. */
async function someLabels({ db }: TestServices, projects: Projects) {
  const label = (project: TestProject) => ({ ...placeOf(project), name: randomUUID() });
  const categories = () =>
    idsOf(
      db
        .insertInto("categories")
        .values(projects.map((project) => ({ ...label(project), slug: randomUUID() })))
        .returning("id"),
    );
  const tags = () => idsOf(db.insertInto("tags").values(projects.map(label)).returning("id"));
  return { category: await categories(), otherCategory: await categories(), tag: await tags(), otherTag: await tags() };
}

/** A built-in role, one of the account's own, which nobody has, and a second owner. */
async function somePeople(services: TestServices, projects: Projects) {
  const { db } = services;
  const accountIds = projects.map(({ accountId }) => accountId);
  const viewers = await db
    .selectFrom("roles")
    .select(["id", "account_id"])
    .where("account_id", "in", accountIds)
    .where("title", "=", "Viewer")
    .execute();
  const viewerOf = new Map(viewers.map(({ account_id, id }) => [account_id, id]));
  const role = accountIds.map((accountId) => viewerOf.get(accountId) ?? 0);
  const ownRoles = accountIds.map((account_id) => ({
    account_id,
    title: `Role ${randomUUID()}`,
    permissions: ["video_view"],
  }));
  const ownRole = await idsOf(db.insertInto("roles").values(ownRoles).returning("id"));
  const coOwner = await users(services, projects.length);
  const owners = accountIds.map((account_id, at) => ({ account_id, user_id: idAt(coOwner, at) }));
  await db.insertInto("account_owners").values(owners).execute();
  const blocked = await users(services, projects.length);
  const blocks = projects.map((project, at) => ({
    ...placeOf(project),
    role_id: idAt(role, at),
    user_id: idAt(blocked, at),
    reason: "A reason",
  }));
  await db.insertInto("blocked_members").values(blocks).execute();
  return { role, blocked, ownRole, coOwner };
}

/** The organizations' own providers, and for each project a mail domain that nobody has proved. */
async function someProviders(
  { db, secrets }: TestServices,
  projects: Projects,
  roles: readonly number[],
  memberIds: readonly number[],
): Promise<string[]> {
  const issuer = "https://192.0.2.1/people";
  const providers = projects.map((project, at) => ({
    ...placeOf(project),
    issuer,
    client_id: "kinora",
    secret_sealed: sealSecret(secrets, project.accountId, "a secret"),
    role_id: idAt(roles, at),
  }));
  await db
    .insertInto("own_providers")
    .values(providers)
    // Further things of the account have the same one.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const links = projects.map(({ accountId }, at) => ({
    account_id: accountId,
    issuer,
    subject: randomUUID(),
    user_id: idAt(memberIds, at),
  }));
  await db.insertInto("own_provider_people").values(links).execute();
  const domains = projects.map(({ accountId }) => ({
    account_id: accountId,
    domain: `${randomUUID()}.example`,
    token: "a token",
  }));
  await db.insertInto("own_provider_domains").values(domains).execute();
  return domains.map(({ domain }) => domain);
}

/** Keys that may do what managing keys needs. */
function someApiKeys({ db }: TestServices, projects: Projects): Promise<number[]> {
  const keys = projects.map((project) => ({
    ...placeOf(project),
    name: "A key",
    prefix: "vk_live_test",
    key_hash: randomBytes(32),
    scopes: ["api_manage"],
  }));
  return idsOf(db.insertInto("api_keys").values(keys).returning("id"));
}

/** Upload tokens that nobody used. */
function someUploadTokens({ db }: TestServices, projects: Projects): Promise<number[]> {
  const tokens = projects.map((project) => ({
    ...placeOf(project),
    uses_max: 1,
    expires_at: new Date(Date.now() + 3_600_000),
    name: "A token",
    prefix: "vk_upload_test",
    token_hash: randomBytes(32),
  }));
  return idsOf(db.insertInto("upload_tokens").values(tokens).returning("id"));
}

/** A webhook with a delivery that failed, to an address of nobody. */
async function someWebhooks({ db, secrets }: TestServices, projects: Projects) {
  const webhooks = projects.map((project) => ({
    ...placeOf(project),
    name: "A webhook",
    url: "https://192.0.2.1/hook",
    events: ["webhook.disabled"],
    secret_sealed: seal(secrets.encryptionKey, WEBHOOK_SECRET, newWebhookSecret()),
  }));
  const webhook = await idsOf(db.insertInto("webhooks").values(webhooks).returning("id"));
  const messages = projects.map(({ projectId }) => ({
    id: randomUUID(),
    project_id: projectId,
    type: "ping",
    change: "ping",
    payload: "{}",
  }));
  await db.insertInto("webhook_messages").values(messages).execute();
  const deliveries = messages.map(({ id, project_id }, at) => ({
    webhook_id: idAt(webhook, at),
    message_id: id,
    project_id,
    type: "ping",
    object: "ping",
    state: "failed" as const,
  }));
  const delivery = await idsOf(db.insertInto("webhook_deliveries").values(deliveries).returning("id"));
  return { webhook, delivery };
}

/** A second player of each project: the default one cannot be deleted. */
async function somePlayers({ db }: TestServices, projects: Projects): Promise<number[]> {
  const players = projects.map((project) => ({
    ...placeOf(project),
    hash: newHash(),
    title: "Another player",
    draft: "{}",
    settings: "{}",
  }));
  const ids = await idsOf(db.insertInto("players").values(players).returning("id"));
  const versions = ids.map((player_id) => ({ player_id, number: 1, settings: "{}", user_id: null }));
  await db.insertInto("player_versions").values(versions).execute();
  return ids;
}

/** A second video, and captions, an audio track, a rendition and a playlist of the first. */
async function someDetails(services: TestServices, projects: Projects, videoIds: readonly number[]) {
  const { db, storage } = services;
  const videoAt = (at: number) => idAt(videoIds, at);
  const others = projects.map((project) => ({
    ...placeOf(project),
    hash: newHash(),
    title: "Another",
    status: "complete" as const,
  }));
  const otherVideo = await idsOf(db.insertInto("videos").values(others).returning("id"));
  const tracks = projects.map((project, at) => ({
    ...placeOf(project),
    video_id: videoAt(at),
    language: "en",
    label: "English",
    kind: "captions" as const,
    format: "vtt" as const,
    size_bytes: 50,
    cues: 1,
  }));
  const captions = await idsOf(db.insertInto("captions").values(tracks).returning("id"));
  for (const [at, id] of captions.entries())
    await storage.put(`assets/${videoAt(at)}/captions/${id}-1.vtt`, Buffer.from(CAPTIONS_FILE));
  const audio = projects.map((project, at) => ({
    ...placeOf(project),
    video_id: videoAt(at),
    name: "Commentary",
    state: "waiting" as const,
  }));
  const audioTrack = await idsOf(db.insertInto("audio_tracks").values(audio).returning("id"));
  const transcodes = projects.map((project, at) => ({
    ...placeOf(project),
    video_id: videoAt(at),
    version: 1,
    state: "complete" as const,
  }));
  const transcode = await idsOf(db.insertInto("transcodes").values(transcodes).returning("id"));
  const renditions = projects.map(({ accountId }, at) => ({
    account_id: accountId,
    video_id: videoAt(at),
    transcode_id: idAt(transcode, at),
    version: 1,
    kind: "video" as const,
    label: "360p",
    height: 360,
    state: "complete" as const,
  }));
  const rendition = await idsOf(db.insertInto("renditions").values(renditions).returning("id"));
  await db.updateTable("videos").set({ version: 1 }).where("id", "in", videoIds).execute();
  const playlist = await somePlaylists(services, projects, videoIds);
  return { otherVideo, captions, audioTrack, transcode, rendition, playlist };
}

/** A playlist with one video. */
async function somePlaylists({ db }: TestServices, projects: Projects, videoIds: readonly number[]) {
  const playlists = projects.map((project) => ({
    ...placeOf(project),
    hash: newHash(),
    name: "A playlist",
    type: "manual" as const,
  }));
  const ids = await idsOf(db.insertInto("playlists").values(playlists).returning("id"));
  const items = projects.map(({ projectId }, at) => ({
    playlist_id: idAt(ids, at),
    project_id: projectId,
    video_id: idAt(videoIds, at),
    position: 0,
  }));
  await db.insertInto("playlist_items").values(items).execute();
  return ids;
}

/** A livestream with a restream target and a link for a guest. */
async function someLive({ db, secrets }: TestServices, projects: Projects) {
  const streams = projects.map((project) => {
    const hash = newHash();
    return { ...placeOf(project), hash, name: "A stream", ...newStreamKey({ secrets }, hash) };
  });
  const stream = await idsOf(db.insertInto("streams").values(streams).returning("id"));
  const restreams = stream.map((stream_id) => ({
    stream_id,
    name: "Elsewhere",
    platform: "custom" as const,
    url: "rtmp://192.0.2.1/live",
    key_sealed: Buffer.alloc(1),
  }));
  const restream = await idsOf(db.insertInto("stream_restreams").values(restreams).returning("id"));
  const links = stream.map((stream_id) => ({
    ...{ stream_id, name: "A guest", token_hash: randomBytes(32) },
    ends_at: new Date(Date.now() + 3_600_000),
  }));
  const guestLink = await idsOf(db.insertInto("stream_guest_links").values(links).returning("id"));
  const recordings = projects.map((project, at) => ({
    stream_id: idAt(stream, at),
    ...placeOf(project),
    kind: "recording" as const,
    state: "ready" as const,
  }));
  const recording = await idsOf(db.insertInto("stream_recordings").values(recordings).returning("id"));
  return { stream, restream, guestLink, recording };
}

/** A restriction profile that refuses referrers, an ad schedule, a signing key, an API key and a webhook. */
async function someRestrictions(services: TestServices, projects: Projects) {
  const { db, secrets } = services;
  const referrers = { mode: "only" as const, entries: ["example.org"], empty: true };
  const profiles = projects.map((project) => ({
    ...placeOf(project),
    name: randomUUID(),
    policy: JSON.stringify({ ...OPEN_POLICY, referrers }),
  }));
  const schedules = projects.map((project) => ({
    ...placeOf(project),
    name: randomUUID(),
    settings: JSON.stringify(defaultAdSettings),
  }));
  const keys = projects.map((project) => ({
    ...placeOf(project),
    kid: randomUUID(),
    algorithm: "HS256" as const,
    secret: seal(secrets.encryptionKey, SIGNING_SECRET, "secret"),
  }));
  return {
    restriction: await idsOf(db.insertInto("restriction_profiles").values(profiles).returning("id")),
    adSchedule: await idsOf(db.insertInto("ad_schedules").values(schedules).returning("id")),
    signingKey: await idsOf(db.insertInto("signing_keys").values(keys).returning("id")),
    apiKey: await someApiKeys(services, projects),
    uploadToken: await someUploadTokens(services, projects),
    ...(await someWebhooks(services, projects)),
  };
}
