import { randomBytes } from "node:crypto";
import { PERMISSIONS } from "@kinora/domain/permissions.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "./platform/caller.ts";
import { newHash } from "./platform/hash.ts";
import { scopeParameter } from "./platform/scope-id.ts";
import { aMember, aProject, testServices, type TestProject, type TestServices } from "./platform/testing.ts";
import type { Things } from "./testing/access-samples.ts";
import { someThings } from "./testing/access-things.ts";
import { callsOnForeignParts, PLANT_FORMS, plantedCalls, PROTOTYPES } from "./testing/decoys.ts";
import { inputOf, pathParameters } from "./testing/operation-input.ts";
import { operations, serveForTests } from "./testing/operations.ts";
import { tenantHashes, tenantRows } from "./testing/tenant-rows.ts";

/** Somebody with rows of their own, who may do everything there. */
interface Neighbour {
  name: string;
  caller: Caller;
  project: TestProject;
  things: Things;
}

let services: TestServices;
let api: Awaited<ReturnType<typeof serveForTests>>;
/** The tenant whose rows nobody else may read or write. */
let target: { project: TestProject; things: Things; hashes: string[] };
let neighbours: Neighbour[];

beforeAll(async () => {
  services = await testServices();
  api = await serveForTests(services);
  const project = await aProject(services);
  const things = await someThings(services, project);
  target = { project, things, hashes: await tenantHashes(services.db, project) };
  const stranger = await aProject(services);
  const sibling = { ...project, projectId: await anotherProject(project.accountId) };
  neighbours = [
    await neighbour("an owner of another account", stranger, stranger.owner),
    await neighbour("a member of another account", stranger, await aMember(services, stranger, PERMISSIONS)),
    await neighbour("a key of another account", stranger, await aKey(stranger)),
    await neighbour("a member of another project", sibling, await aMember(services, sibling, PERMISSIONS)),
    await neighbour("a key of another project of the account", sibling, await aKey(sibling)),
  ];
});
afterAll(async () => {
  await api.close();
  await services.stop();
});

async function anotherProject(accountId: number): Promise<number> {
  const row = await services.db
    .insertInto("projects")
    .values({ account_id: accountId, hash: newHash(), name: "Another project", domain: "example.com" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

async function aKey({ projectId, accountId }: TestProject): Promise<Caller> {
  const row = await services.db
    .insertInto("api_keys")
    .values({
      project_id: projectId,
      account_id: accountId,
      name: "A key",
      prefix: "key",
      key_hash: randomBytes(32),
      scopes: [],
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { kind: "api_key", keyId: row.id, projectId, accountId, permissions: PERMISSIONS };
}

const neighbour = async (name: string, project: TestProject, caller: Caller): Promise<Neighbour> => ({
  name,
  caller,
  project,
  things: await someThings(services, project),
});

const withoutRequest = (answer: { json(): Record<string, unknown> }) => ({ ...answer.json(), request_id: "" });

const scoped = operations.flatMap(({ access, operation, ...rest }) => {
  const { path = "/" } = operation["~orpc"].route;
  const parameter = scopeParameter(access, path);
  if (parameter === null || !("of" in access)) return [];
  const declared = Object.keys(inputOf(operation)).filter((name) => !pathParameters(path).includes(name));
  return [{ ...rest, operation, access, parameter, declared }];
});

test("every operation on a tenant's rows is among those tried here", () => {
  const unscoped = operations.filter(({ access }) => !("of" in access)).map(({ name }) => name);
  expect(scoped.length + unscoped.length).toBe(operations.length);
  expect(unscoped).toEqual(["session.getConfig", "preferences.getPreferences", "preferences.savePreference"]);
});

describe.each(scoped)("$name", ({ operation, access, sample, parameter, declared }) => {
  /** The target's account is also that of the neighbours in another of its projects. */
  const isForeign = ({ project }: Neighbour) =>
    access.of !== "account" || project.accountId !== target.project.accountId;

  test("own ids planted in body and query open nothing of another tenant", async () => {
    const before = await tenantRows(services.db, target.project, true);
    const plain = sample(target.things);
    for (const { name, caller, things } of neighbours.filter(isForeign)) {
      const refused = await api.call(operation, plain, caller);
      expect(refused.statusCode, name).toBe(404);
      for (const { form, call } of plantedCalls(plain, things, things[access.of], declared)) {
        const answer = await api.call(operation, call, caller);
        const message = `${name}, ${form}: ${answer.body.slice(0, 300)}`;
        // A body with a prototype in it is not even parsed.
        if (form === PROTOTYPES && answer.statusCode === 400) continue;
        expect(answer.statusCode, message).toBe(404);
        expect(withoutRequest(answer), message).toEqual(withoutRequest(refused));
      }
    }
    expect(await tenantRows(services.db, target.project, true)).toEqual(before);
  });

  test("ids of another tenant planted in body and query are not acted on", async () => {
    const before = await tenantRows(services.db, target.project, true);
    for (const form of PLANT_FORMS) {
      // Each form has rows of its own: many operations can be done only once.
      const project = await aProject(services);
      const own = sample(await someThings(services, project));
      const planted = plantedCalls(own, target.things, target.things[access.of], declared);
      const call = planted.find((one) => one.form === form)?.call ?? own;
      const { statusCode, body } = await api.call(operation, call, project.owner);
      expect([401, 403, 404, 500], `${form}: ${body.slice(0, 300)}`).not.toContain(statusCode);
      for (const hash of target.hashes) expect(body, form).not.toContain(hash);
    }
    expect(await tenantRows(services.db, target.project, true)).toEqual(before);
  });

  test("rows of another tenant beside rows of one's own answer like missing ones and stay as they are", async () => {
    for (const { name, caller, project } of neighbours.filter(isForeign)) {
      const whole = project.accountId !== target.project.accountId;
      const own = sample(await someThings(services, project));
      const parts = callsOnForeignParts(own, sample(target.things), target.things, parameter);
      if (parts.length === 0) return;
      const before = await tenantRows(services.db, target.project, whole);
      for (const { at, foreign, missing } of parts) {
        const refused = await api.call(operation, missing, caller);
        const answer = await api.call(operation, foreign, caller);
        const message = `${name}, ${at}: ${answer.statusCode} ${answer.body.slice(0, 300)}`;
        expect(answer.statusCode, message).toBe(refused.statusCode);
        expect(answer.statusCode, message).toBeLessThan(500);
        if (at.startsWith("path")) expect(answer.statusCode, message).toBeGreaterThanOrEqual(400);
        if (answer.statusCode >= 400) expect(withoutRequest(answer), message).toEqual(withoutRequest(refused));
        for (const hash of target.hashes) expect(answer.body, message).not.toContain(hash);
      }
      expect(await tenantRows(services.db, target.project, whole), name).toEqual(before);
    }
  });
});
