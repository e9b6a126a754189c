import { randomUUID } from "node:crypto";
import type { Access } from "@kinora/contract/access.ts";
import { PERMISSIONS, type Permission } from "@kinora/domain/people/permissions.ts";
import { describe, expect, test } from "vitest";
import type { Caller } from "./platform/access/caller.ts";
import { aMember, aProject, asUser, aUser, type TestProject } from "./platform/testing.ts";
import { operations, sharedApi } from "./testing/operations.ts";
import { rowsForCalls, someRows, type Rows } from "./testing/rows-for-calls.ts";

const { services, api } = await sharedApi();
/** For callers that are admitted. */
const rowsFor = rowsForCalls(services);
/** For callers that are refused: they change nothing. */
const untouched: Rows & { stranger: TestProject } = {
  ...(await someRows(services)),
  stranger: await aProject(services),
};

/** The access check passed: any other status is not about the caller. */
const admitted = (status: number) => status !== 401 && status !== 403 && status !== 404;

describe.each(operations)("$name", ({ name, operation, access, sample }) => {
  const scoped = access.who === "owner" || access.who === "member" || access.who === "permission";

  // spec: 6.5
  test("a visitor is sent to sign in", async () => {
    const { statusCode } = await api.call(operation, sample(untouched.things), { kind: "anonymous" });
    expect(statusCode).toBe(access.who === "anyone" ? 200 : 401);
  });

  // spec: 6.4
  test("another tenant's row and a missing one get the same answer", async () => {
    if (!scoped) return expect(["anyone", "signed_in", "superuser"]).toContain(access.who);
    const { things, stranger } = untouched;
    const foreign = await api.call(operation, sample(things), stranger.owner);
    const nobody = {
      role: 9e9,
      ownRole: 9e9,
      coOwner: 9e9,
      member: 9e9,
      invitation: 9e9,
      blocked: 9e9,
      trashed: 9e9,
      bulkJob: 9e9,
      importJob: 9e9,
      audioTrack: 9e9,
      otherVideo: 9e9,
      captions: 9e9,
      transcode: 9e9,
      rendition: 9e9,
      category: 9e9,
      otherCategory: 9e9,
      tag: 9e9,
      otherTag: 9e9,
      stream: 9e9,
      restream: 9e9,
      guestLink: 9e9,
      recording: 9e9,
      player: 9e9,
      restriction: 9e9,
      adSchedule: 9e9,
      signingKey: 9e9,
      playlist: 9e9,
      apiKey: 9e9,
      uploadToken: 9e9,
      webhook: 9e9,
      delivery: 9e9,
      plan: 9e9,
      invoice: 9e9,
      invoiceRun: 9e9,
      seller: 9e9,
      mailDomain: "nobody.example",
      backup: 9e9,
      chore: "no.such_chore",
      worker: "no-such-worker",
      liveHost: "no-such-host",
    };
    const nowhere = { account: 9e9, project: 9e9, video: 9e9, upload: randomUUID(), ...nobody };
    const missing = await api.call(operation, sample(nowhere), stranger.owner);
    expect(foreign.statusCode).toBe(404);
    expect(missing.statusCode).toBe(404);
    expect({ ...foreign.json(), request_id: "" }).toEqual({ ...missing.json(), request_id: "" });
  });

  // spec: 6.4
  test("a member with every permission but the required one is refused", async () => {
    if (!scoped) return expect(["anyone", "signed_in", "superuser"]).toContain(access.who);
    // Where membership is enough, the call is admitted.
    const { project, things } = access.who === "member" ? await rowsFor(operation) : untouched;
    const others =
      access.who === "permission"
        ? PERMISSIONS.filter((flag) => flag !== access.permission && flag !== access.or)
        : PERMISSIONS;
    const { statusCode } = await api.call(operation, sample(things), await aMember(services, project, others));
    if (access.who === "member") expect(admitted(statusCode)).toBe(true);
    else expect(statusCode).toBe(403);
  });

  test("a member with just the permission is admitted", async () => {
    if (access.who !== "permission") return expect(access.who).not.toBe("permission");
    const { project, things } = await rowsFor(operation);
    const needed: Permission[] = [access.permission, ...extraPermissions(name, access)];
    const { statusCode, body } = await api.call(operation, sample(things), await aMember(services, project, needed));
    expect(admitted(statusCode), body).toBe(true);
  });

  test("the owner and a superuser are admitted", async () => {
    const { project, things } = access.who === "superuser" ? untouched : await rowsFor(operation);
    const owner = await api.call(operation, sample(things), project.owner);
    expect(access.who === "superuser" ? owner.statusCode === 403 : admitted(owner.statusCode), owner.body).toBe(true);
    const root = asUser(await aUser(services, { superuser: true }), true);
    const superuser = await api.call(operation, sample((await rowsFor(operation)).things), root);
    expect(admitted(superuser.statusCode), superuser.body).toBe(true);
  });

  test("a superuser who views a project as a role is none", async () => {
    if (access.who !== "superuser") return expect(access.who).not.toBe("superuser");
    const { project, things } = untouched;
    const root = asUser(await aUser(services, { superuser: true }), true);
    const viewAs = { projectId: project.projectId, roleId: 1, title: "Admin", permissions: PERMISSIONS };
    expect((await api.call(operation, sample(things), { ...root, viewAs })).statusCode).toBe(403);
  });

  test("an API key reaches its own project, by its scopes, and no other", async () => {
    const isAdmitted = access.who === "permission" || access.who === "member";
    const { project, things: rows } = isAdmitted ? await rowsFor(operation) : untouched;
    const key = (permissions: readonly Permission[]): Caller => ({
      kind: "api_key",
      keyId: rows.apiKey,
      projectId: project.projectId,
      accountId: project.accountId,
      permissions,
    });
    const things = sample(rows);
    if (access.who === "permission") expect((await api.call(operation, things, key([]))).statusCode).toBe(403);
    const own = await api.call(operation, things, key(PERMISSIONS));
    const foreign = await api.call(operation, sample(untouched.things), key(PERMISSIONS));
    if (isAdmitted) {
      expect(admitted(own.statusCode) || access.of === "account", own.body).toBe(true);
      expect(foreign.statusCode).toBe(404);
    } else expect([403, 404]).toContain(own.statusCode);
  });
});

/** Permissions needed beside the flag: nobody grants more than they have; other people's uploads and imports need `video_view`. */
function extraPermissions(name: string, access: Access): Permission[] {
  if (access.who !== "permission") return [];
  if (access.permission === "users_manage") return [...PERMISSIONS];
  if (name === "uploadTokens.createUploadToken") return ["video_add"];
  return access.of === "upload" || name.startsWith("importJobs.") ? ["video_view"] : [];
}
