import { randomBytes } from "node:crypto";
import { insertRow } from "@kinora/db/testing-rows.ts";
import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "./platform/access/caller.ts";
import { scopeParameter } from "./platform/access/scope-id.ts";
import { aMember, aProject, type TestProject } from "./platform/testing.ts";
import type { Things } from "./testing/access-samples.ts";
import { someThings } from "./testing/access-things.ts";
import { callsOnForeignParts, PLANT_FORMS, plantedCalls, PROTOTYPES } from "./testing/decoys.ts";
import { addProject } from "./testing/fixtures.ts";
import { inputOf, pathParameters } from "./testing/operation-input.ts";
import { operations, sharedApi } from "./testing/operations.ts";
import { ownSets, rowsForCalls, someRows, type Rows } from "./testing/rows-for-calls.ts";
import { tenantHashes, tenantRows, type TenantRows } from "./testing/tenant-rows.ts";

/** A caller with rows of their own and every permission there. */
interface Neighbour {
  name: string;
  caller: Caller;
  project: TestProject;
  things: Things;
  /** Further rows of the project, for a call that may change them. */
  further: () => Promise<Rows>;
}

/** The tenant whose rows no other tenant may read or write. */
let target: Rows & { hashes: string[] };
/** Digests of the target's rows as they were read last. */
let digests: TenantRows;
let neighbours: Neighbour[];

const { services, api } = await sharedApi();
/** For calls on one's own rows. */
const rowsFor = rowsForCalls(services);

beforeAll(async () => {
  const { project, things } = await someRows(services);
  target = { project, things, hashes: await tenantHashes(services.db, project) };
  const stranger = await aProject(services);
  const sibling = await addProject(services, project);
  neighbours = [
    await neighbour("an owner of another account", stranger, stranger.owner),
    await neighbour("a member of another account", stranger, await aMember(services, stranger, PERMISSIONS)),
    await neighbour("a key of another account", stranger, await aKey(stranger)),
    await neighbour("a member of another project", sibling, await aMember(services, sibling, PERMISSIONS)),
    await neighbour("a key of another project of the account", sibling, await aKey(sibling)),
  ];
  digests = await tenantRows(services.db, project);
});

async function aKey({ projectId, accountId }: TestProject): Promise<Caller> {
  const row = await insertRow(services, "api_keys", {
    project_id: projectId,
    account_id: accountId,
    name: "A key",
    prefix: "key",
    key_hash: randomBytes(32),
    scopes: [],
  });
  return { kind: "api_key", keyId: row.id, projectId, accountId, permissions: PERMISSIONS };
}

const neighbour = async (name: string, project: TestProject, caller: Caller): Promise<Neighbour> => ({
  name,
  caller,
  project,
  things: await someThings(services, project),
  further: ownSets(services, (count) => Promise.resolve(Array.from({ length: count }, () => project))),
});

/** What is said of planted fields. */
const NOT_READ =
  /(is not a field of this operation|belongs in the body, not in the address|is a part of the path, and cannot be sent a second time)\.$/;

const withoutRequest = (answer: { json(): Record<string, unknown> }) => ({ ...answer.json(), request_id: "" });

const scoped = operations
  .flatMap(({ access, operation, ...rest }) => {
    const { path = "/" } = operation["~orpc"].route;
    const parameter = scopeParameter(access, path);
    if (parameter === null || !("of" in access)) return [];
    const declared = Object.keys(inputOf(operation)).filter((name) => !pathParameters(path).includes(name));
    return [{ ...rest, operation, access, parameter, declared }];
  })
  .map((each, turn) => ({ ...each, turn }));

/** Rows of the account, which are not foreign to a sibling project. */
const ACCOUNT_ROWS: ReadonlySet<string> = new Set(["path role_id"]);

test("every operation on a tenant's rows is tested here", () => {
  // Superusers are in every tenant; access.test.ts keeps everybody else out of theirs.
  const unscoped = operations.filter(({ access }) => !("of" in access));
  expect(scoped.length + unscoped.length).toBe(operations.length);
  expect(unscoped.filter(({ access }) => access.who !== "superuser").map(({ name }) => name)).toEqual([
    "session.getConfig",
    "session.endViewAs",
    "session.endActing",
    "preferences.getPreferences",
    "preferences.savePreference",
  ]);
});

/** Nothing was written to these rows of the target since they were read last. */
async function expectTargetUnchanged(of: readonly (keyof TenantRows)[]): Promise<void> {
  const before = digests;
  digests = await tenantRows(services.db, target.project);
  for (const rows of of) expect(digests[rows]).toEqual(before[rows]);
}

describe.each(scoped)("$name", ({ operation, access, sample, parameter, declared, turn }) => {
  const isRead = operation["~orpc"].route.method === "GET";
  /** The neighbours in a sibling project share the target's account. */
  const isForeign = ({ project }: Neighbour) =>
    access.of !== "account" || project.accountId !== target.project.accountId;

  test("one's own ids planted in body and query give no access to another tenant", async () => {
    const plain = sample(target.things);
    const callers = neighbours.filter(isForeign);
    const isRefused = async ({ name, caller, things }: Neighbour, at: number) => {
      const refused = await api.call(operation, plain, caller);
      expect(refused.statusCode, name).toBe(404);
      const planted = plantedCalls(plain, things, things[access.of], declared);
      // How an input is read does not depend on who calls: each form has one caller, and the next one in the next operation.
      for (const { form, call } of planted.filter((_, nth) => (nth + turn) % callers.length === at)) {
        const answer = await api.call(operation, call, caller);
        const message = `${name}, ${form}: ${answer.body.slice(0, 300)}`;
        // A body with a prototype in it is rejected by the parser.
        if (form === PROTOTYPES && answer.statusCode === 400) continue;
        // Fields that the operation does not have are refused before any row is looked for, by the same words for every row.
        if (answer.statusCode === 422) {
          const { errors } = answer.json() as { errors: Record<string, string[]> };
          for (const text of Object.values(errors).flat()) expect(text, message).toMatch(NOT_READ);
          continue;
        }
        expect(answer.statusCode, message).toBe(404);
        expect(withoutRequest(answer), message).toEqual(withoutRequest(refused));
      }
    };
    await Promise.all(callers.map(isRefused));
  });

  test("ids of another tenant planted in body and query are not acted on", async () => {
    for (const form of PLANT_FORMS) {
      const { project, things } = await rowsFor(operation);
      const own = sample(things);
      const planted = plantedCalls(own, target.things, target.things[access.of], declared);
      const call = planted.find((one) => one.form === form)?.call ?? own;
      const { statusCode, body } = await api.call(operation, call, project.owner);
      expect([401, 403, 404, 500], `${form}: ${body.slice(0, 300)}`).not.toContain(statusCode);
      for (const hash of target.hashes) expect(body, form).not.toContain(hash);
    }
  });

  /** Names rows of the target in calls of a neighbour, each beside a row that does not exist; the number of those pairs. */
  async function namedByNeighbour({ name, caller, project, things, further }: Neighbour): Promise<number> {
    const whole = project.accountId !== target.project.accountId;
    const partsFor = (own: Things) =>
      callsOnForeignParts(sample(own), sample(target.things), target.things, parameter).filter(
        ({ at }) => whole || !ACCOUNT_ROWS.has(at),
      );
    if (partsFor(things).length === 0) return 0;
    const parts = partsFor(isRead ? things : (await further()).things);
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
    return parts.length;
  }

  test("another tenant's rows named beside one's own are treated as missing and do not change", async () => {
    const foreign = neighbours.filter(isForeign);
    const siblings = foreign.filter(({ project }) => project.accountId === target.project.accountId);
    for (const callers of [foreign.filter((one) => !siblings.includes(one)), siblings]) {
      let calls = 0;
      for (const caller of callers) calls += await namedByNeighbour(caller);
      // A digest takes longer than the calls: the first one is of the operation's other tests as well.
      if (callers === siblings && calls === 0) continue;
      // A caller of a sibling project may change rows of the account.
      await expectTargetUnchanged(callers === siblings ? ["project"] : ["project", "account"]);
    }
  });
});
