import { randomUUID } from "node:crypto";
import type { Access, OperationMeta } from "@kinora/contract/access.ts";
import { contract } from "@kinora/contract/contract.ts";
import { PERMISSIONS, type Permission } from "@kinora/domain/permissions.ts";
import { defaultProjectLadder } from "@kinora/domain/projectLadder.ts";
import { isContractProcedure, type AnyContractProcedure } from "@orpc/contract";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "./platform/caller.ts";
import { newHash } from "./platform/hash.ts";
import { serveOperations } from "./platform/serve-operations.ts";
import {
  aMember,
  aProject,
  asUser,
  aUser,
  testServices,
  type TestProject,
  type TestServices,
} from "./platform/testing.ts";
import { router } from "./router.ts";

interface Things {
  account: number;
  project: number;
  video: number;
  upload: string;
  role: number;
  member: number;
  trashed: number;
  category: number;
  otherCategory: number;
  tag: number;
  otherTag: number;
  otherVideo: number;
  captions: number;
  rendition: number;
  bulkJob: number;
}

/** What each operation is called with: a new operation needs a line here, or this file does not compile. */
type OperationNames = {
  [Room in keyof typeof contract]: Record<keyof (typeof contract)[Room], (things: Things) => Sample>;
};
interface Sample {
  path: Record<string, number | string>;
  body?: object;
}

const LADDER_RUNGS = defaultProjectLadder.rungs.map(({ height, enabled, crf, maxBitrateKbps }) => ({
  height,
  enabled,
  crf,
  max_bitrate_kbps: maxBitrateKbps,
}));

const CAPTIONS = { language: "en", label: "English", kind: "captions" };
const CAPTIONS_FILE = "WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n";

const samples: OperationNames = {
  session: { getConfig: () => ({ path: {} }) },
  projects: {
    createProject: ({ account }) => ({
      path: { account_id: account },
      body: { name: `P ${randomUUID()}`, domain: "example.com" },
    }),
    getProject: ({ project }) => ({ path: { id: project } }),
    deleteProject: ({ project }) => ({ path: { id: project } }),
    updateProject: ({ project }) => ({
      path: { id: project },
      body: { name: `P ${randomUUID()}`, domain: "example.com" },
    }),
    getProjectImpact: ({ project }) => ({ path: { id: project } }),
  },
  categories: {
    listCategories: ({ project }) => ({ path: { project_id: project } }),
    listCategoryOptions: ({ project }) => ({ path: { project_id: project } }),
    createCategory: ({ project }) => ({ path: { project_id: project }, body: { name: `C ${randomUUID()}` } }),
    updateCategory: ({ category }) => ({ path: { id: category }, body: { name: `C ${randomUUID()}` } }),
    colourCategory: ({ category }) => ({ path: { id: category }, body: { colour: "red" } }),
    setCategoryStatus: ({ category }) => ({ path: { id: category }, body: { active: false } }),
    moveCategory: ({ category }) => ({ path: { id: category }, body: { position: 0 } }),
    mergeCategory: ({ category, otherCategory }) => ({ path: { id: category }, body: { into_id: otherCategory } }),
    deleteCategory: ({ category }) => ({ path: { id: category } }),
  },
  tags: {
    listTags: ({ project }) => ({ path: { project_id: project } }),
    listTagOptions: ({ project }) => ({ path: { project_id: project } }),
    createTags: ({ project }) => ({ path: { project_id: project }, body: { names: [`T ${randomUUID()}`] } }),
    renameTag: ({ tag }) => ({ path: { id: tag }, body: { name: `T ${randomUUID()}` } }),
    mergeTag: ({ tag, otherTag }) => ({ path: { id: tag }, body: { into_id: otherTag } }),
    deleteTag: ({ tag }) => ({ path: { id: tag } }),
    deleteUnusedTags: ({ project }) => ({ path: { project_id: project } }),
  },
  resolutions: {
    getLadder: ({ project }) => ({ path: { project_id: project } }),
    saveLadder: ({ project }) => ({
      path: { project_id: project },
      body: { rungs: LADDER_RUNGS, max_fps: 60, audio_kbps: 128, mp4: true },
    }),
    applyLadder: ({ project }) => ({ path: { project_id: project } }),
    cancelLadderRun: ({ project }) => ({ path: { project_id: project } }),
  },
  trash: {
    listTrash: ({ project }) => ({ path: { project_id: project } }),
    restoreVideo: ({ project, trashed }) => ({ path: { project_id: project, video_id: trashed } }),
    purgeVideo: ({ project, trashed }) => ({ path: { project_id: project, video_id: trashed } }),
  },
  library: {
    countVideos: ({ project }) => ({ path: { project_id: project } }),
    listUploaders: ({ project }) => ({ path: { project_id: project } }),
    getDeletionImpact: ({ project, video }) => ({ path: { project_id: project }, body: { ids: [video] } }),
  },
  preferences: {
    getPreferences: () => ({ path: {} }),
    savePreference: () => ({ path: { name: "library_columns" }, body: { value: ["size"] } }),
  },
  bulk: {
    bulkPublish: ({ project, video }) => ({ path: { project_id: project }, body: { ids: [video], published: true } }),
    bulkEdit: ({ project, video }) => ({
      path: { project_id: project },
      body: { ids: [video], action: "set_category", category_id: null },
    }),
    bulkDelete: ({ project, video }) => ({ path: { project_id: project }, body: { ids: [video], action: "delete" } }),
    listBulkJobs: ({ project }) => ({ path: { project_id: project } }),
    getBulkJob: ({ project, bulkJob }) => ({ path: { project_id: project, job_id: bulkJob } }),
    cancelBulkJob: ({ project, bulkJob }) => ({ path: { project_id: project, job_id: bulkJob } }),
  },
  imports: {
    createImports: ({ project }) => ({
      path: { project_id: project },
      body: { items: [{ url: "https://example.com/a.mp4" }] },
    }),
    previewImports: ({ project }) => ({
      path: { project_id: project },
      body: { csv: "url\nhttps://example.com/a.mp4" },
    }),
    retryImport: ({ upload }) => ({ path: { id: upload } }),
    findDuplicates: ({ project }) => ({
      path: { project_id: project },
      body: { files: [{ size_bytes: 1, fingerprint: "0".repeat(64) }] },
    }),
    listUploadLog: ({ project }) => ({ path: { project_id: project } }),
  },
  users: {
    listRoles: ({ project }) => ({ path: { project_id: project } }),
    listUsers: ({ project }) => ({ path: { project_id: project } }),
    inviteUser: ({ project, role }) => ({
      path: { project_id: project },
      body: { email: `${randomUUID()}@example.com`, role_id: role },
    }),
    removeUser: ({ project, member }) => ({ path: { project_id: project, user_id: member } }),
  },
  videos: {
    listVideos: ({ project }) => ({ path: { id: project } }),
    getVideo: ({ video }) => ({ path: { id: video } }),
    updateVideo: ({ video }) => ({ path: { id: video }, body: { title: "New title", description: "" } }),
    publishVideo: ({ video }) => ({ path: { id: video }, body: { published: true } }),
    deleteVideo: ({ video }) => ({ path: { id: video } }),
  },
  videoDetails: {
    saveChapters: ({ video }) => ({ path: { id: video }, body: { chapters: [{ start_seconds: 0, title: "Intro" }] } }),
    saveSchedule: ({ video }) => ({ path: { id: video }, body: { publish_at: null, unpublish_at: null } }),
    listActivity: ({ video }) => ({ path: { id: video } }),
    copyDetails: ({ video, otherVideo }) => ({ path: { id: video }, body: { from_id: otherVideo } }),
    listNeighbours: ({ video }) => ({ path: { id: video } }),
    linkOriginal: ({ video }) => ({ path: { id: video } }),
    deleteOriginal: ({ video }) => ({ path: { id: video } }),
  },
  captions: {
    listCaptions: ({ video }) => ({ path: { video_id: video } }),
    addCaptions: ({ video }) => ({
      path: { video_id: video },
      body: { ...CAPTIONS, label: "New", file: CAPTIONS_FILE },
    }),
    updateCaptions: ({ video, captions }) => ({ path: { video_id: video, id: captions }, body: CAPTIONS }),
    deleteCaptions: ({ video, captions }) => ({ path: { video_id: video, id: captions } }),
    readCaptionsFile: ({ video, captions }) => ({ path: { video_id: video, id: captions } }),
  },
  posters: {
    takePoster: ({ video }) => ({ path: { id: video }, body: { at_seconds: 1 } }),
    uploadPoster: ({ video }) => ({
      path: { id: video },
      body: { picture: Buffer.from("ffd8ff", "hex").toString("base64") },
    }),
    resetPoster: ({ video }) => ({ path: { id: video } }),
  },
  renditions: {
    deleteRendition: ({ video, rendition }) => ({ path: { video_id: video, id: rendition } }),
  },
  transcoding: {
    cancelTranscode: ({ video }) => ({ path: { id: video } }),
    retryTranscode: ({ video }) => ({ path: { id: video } }),
    retranscodeVideo: ({ video }) => ({ path: { id: video } }),
  },
  uploads: {
    listUnfinishedUploads: ({ project }) => ({ path: { project_id: project } }),
    getUpload: ({ upload }) => ({ path: { id: upload } }),
  },
};

let services: TestServices;
let app: FastifyInstance;
const callers = new Map<string, Caller>();

beforeAll(async () => {
  services = await testServices();
  app = Fastify();
  // Who a cookie or key belongs to is proven elsewhere; here the caller is named outright.
  await serveOperations(app, services, router, (_services, request) =>
    Promise.resolve(callers.get(String(request.headers["x-caller"])) ?? { kind: "anonymous" }),
  );
});
afterAll(async () => {
  await app.close();
  await services.stop();
});

async function someThings(project: TestProject): Promise<Things> {
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
    trashed: trashed.id,
    bulkJob: bulkJob.id,
    category: category?.id ?? 0,
    otherCategory: otherCategory?.id ?? 0,
    tag: tag?.id ?? 0,
    otherTag: otherTag?.id ?? 0,
    ...(await someDetails(project, video.id)),
  };
}

/** Another video, and captions and a rendition of the one. */
async function someDetails({ accountId, projectId }: TestProject, videoId: number) {
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

async function call(operation: AnyContractProcedure, sample: Sample, caller: Caller) {
  const { method = "POST", path = "/" } = operation["~orpc"].route;
  const name = randomUUID();
  callers.set(name, caller);
  const url = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => String(sample.path[field]));
  const isJson = sample.body !== undefined;
  const answer = await app.inject({
    method: method as "GET",
    url,
    headers: { "x-caller": name, ...(isJson ? { "content-type": "application/json" } : {}) },
    ...(isJson ? { payload: JSON.stringify(sample.body) } : {}),
  });
  callers.delete(name);
  return answer;
}

const operations = Object.entries(contract).flatMap(([room, inRoom]) =>
  Object.entries(inRoom).map(([name, operation]) => {
    if (!isContractProcedure(operation)) throw new Error(`${room}.${name} is not an operation`);
    const { access } = operation["~orpc"].meta as Partial<OperationMeta>;
    const rows: Record<string, Record<string, (things: Things) => Sample>> = samples;
    const sample = rows[room]?.[name];
    if (!access || !sample) throw new Error(`${room}.${name} says no access or has no sample`);
    return { name: `${room}.${name}`, operation, access, sample };
  }),
);

/** Past the door: whatever the operation then says, it is not about who asks. */
const admitted = (status: number) => status !== 401 && status !== 403 && status !== 404;

describe.each(operations)("$name", ({ operation, access, sample }) => {
  const scoped = access.who === "owner" || access.who === "member" || access.who === "permission";

  test("a visitor is sent to sign in", async () => {
    const project = await aProject(services);
    const { statusCode } = await call(operation, sample(await someThings(project)), { kind: "anonymous" });
    expect(statusCode).toBe(access.who === "anyone" ? 200 : 401);
  });

  test("another tenant's thing and one that does not exist answer alike", async () => {
    if (!scoped) return expect(["anyone", "signed_in", "superuser"]).toContain(access.who);
    const things = await someThings(await aProject(services));
    const stranger = await aProject(services);
    const foreign = await call(operation, sample(things), stranger.owner);
    const nobody = {
      role: 9e9,
      member: 9e9,
      trashed: 9e9,
      bulkJob: 9e9,
      otherVideo: 9e9,
      captions: 9e9,
      rendition: 9e9,
      category: 9e9,
      otherCategory: 9e9,
      tag: 9e9,
      otherTag: 9e9,
    };
    const nowhere = { account: 9e9, project: 9e9, video: 9e9, upload: randomUUID(), ...nobody };
    const missing = await call(operation, sample(nowhere), stranger.owner);
    expect(foreign.statusCode).toBe(404);
    expect(missing.statusCode).toBe(404);
    expect({ ...foreign.json(), request_id: "" }).toEqual({ ...missing.json(), request_id: "" });
  });

  test("a member without the permission is refused, with all the others", async () => {
    if (!scoped) return expect(["anyone", "signed_in", "superuser"]).toContain(access.who);
    const project = await aProject(services);
    const others =
      access.who === "permission"
        ? PERMISSIONS.filter((flag) => flag !== access.permission && flag !== access.or)
        : PERMISSIONS;
    const { statusCode } = await call(
      operation,
      sample(await someThings(project)),
      await aMember(services, project, others),
    );
    if (access.who === "member") expect(admitted(statusCode)).toBe(true);
    else expect(statusCode).toBe(403);
  });

  test("a member with just the permission is admitted", async () => {
    if (access.who !== "permission") return expect(access.who).not.toBe("permission");
    const project = await aProject(services);
    const things = await someThings(project);
    const needed: Permission[] = [access.permission, ...extraPermissions(access)];
    const { statusCode, body } = await call(operation, sample(things), await aMember(services, project, needed));
    expect(admitted(statusCode), body).toBe(true);
  });

  test("the owner and a superuser are admitted", async () => {
    const project = await aProject(services);
    const owner = await call(operation, sample(await someThings(project)), project.owner);
    expect(access.who === "superuser" ? owner.statusCode === 403 : admitted(owner.statusCode), owner.body).toBe(true);
    const root = asUser(await aUser(services, { superuser: true }), true);
    const superuser = await call(operation, sample(await someThings(await aProject(services))), root);
    expect(admitted(superuser.statusCode), superuser.body).toBe(true);
  });

  test("an API key reaches its own project, by its scopes, and no other", async () => {
    const project = await aProject(services);
    const key = (permissions: readonly Permission[]): Caller => ({
      kind: "api_key",
      keyId: 1,
      projectId: project.projectId,
      accountId: project.accountId,
      permissions,
    });
    const own = await call(operation, sample(await someThings(project)), key(PERMISSIONS));
    const foreign = await call(operation, sample(await someThings(await aProject(services))), key(PERMISSIONS));
    if (access.who === "permission" || access.who === "member") {
      expect(admitted(own.statusCode) || access.of === "account", own.body).toBe(true);
      expect(foreign.statusCode).toBe(404);
    } else expect([403, 404]).toContain(own.statusCode);
    if (access.who === "permission") {
      const bare = await call(operation, sample(await someThings(project)), key([]));
      expect(bare.statusCode).toBe(403);
    }
  });
});

/** What an operation asks for beside its flag: nobody hands out more than they have, and uploads are one's own unless one sees all. */
function extraPermissions(access: Access): Permission[] {
  if (access.who !== "permission") return [];
  if (access.permission === "users_manage") return [...PERMISSIONS];
  return access.of === "upload" ? ["video_view"] : [];
}
