import { randomUUID } from "node:crypto";
import type { Access, OperationMeta } from "@kinora/contract/access.ts";
import { contract } from "@kinora/contract/contract.ts";
import { PERMISSIONS, type Permission } from "@kinora/domain/permissions.ts";
import { isContractProcedure, type AnyContractProcedure } from "@orpc/contract";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "./platform/caller.ts";
import { serveOperations } from "./platform/serve-operations.ts";
import { aMember, aProject, asUser, aUser, testServices, type TestServices } from "./platform/testing.ts";
import { router } from "./router.ts";
import { samples, type Sample, type Things } from "./testing/access-samples.ts";
import { someThings } from "./testing/access-things.ts";

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
    const { statusCode } = await call(operation, sample(await someThings(services, project)), { kind: "anonymous" });
    expect(statusCode).toBe(access.who === "anyone" ? 200 : 401);
  });

  test("another tenant's thing and one that does not exist answer alike", async () => {
    if (!scoped) return expect(["anyone", "signed_in", "superuser"]).toContain(access.who);
    const things = await someThings(services, await aProject(services));
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
      sample(await someThings(services, project)),
      await aMember(services, project, others),
    );
    if (access.who === "member") expect(admitted(statusCode)).toBe(true);
    else expect(statusCode).toBe(403);
  });

  test("a member with just the permission is admitted", async () => {
    if (access.who !== "permission") return expect(access.who).not.toBe("permission");
    const project = await aProject(services);
    const things = await someThings(services, project);
    const needed: Permission[] = [access.permission, ...extraPermissions(access)];
    const { statusCode, body } = await call(operation, sample(things), await aMember(services, project, needed));
    expect(admitted(statusCode), body).toBe(true);
  });

  test("the owner and a superuser are admitted", async () => {
    const project = await aProject(services);
    const owner = await call(operation, sample(await someThings(services, project)), project.owner);
    expect(access.who === "superuser" ? owner.statusCode === 403 : admitted(owner.statusCode), owner.body).toBe(true);
    const root = asUser(await aUser(services, { superuser: true }), true);
    const superuser = await call(operation, sample(await someThings(services, await aProject(services))), root);
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
    const own = await call(operation, sample(await someThings(services, project)), key(PERMISSIONS));
    const foreign = await call(
      operation,
      sample(await someThings(services, await aProject(services))),
      key(PERMISSIONS),
    );
    if (access.who === "permission" || access.who === "member") {
      expect(admitted(own.statusCode) || access.of === "account", own.body).toBe(true);
      expect(foreign.statusCode).toBe(404);
    } else expect([403, 404]).toContain(own.statusCode);
    if (access.who === "permission") {
      const bare = await call(operation, sample(await someThings(services, project)), key([]));
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
