import { isProcedure } from "@orpc/server";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { ProjectGrant } from "./platform/access/scope.ts";
import { Refusal } from "./platform/refusal.ts";
import { aProject, as, type TestProject } from "./platform/testing.ts";
import { router } from "./router.ts";
import { someThings } from "./testing/access-things.ts";
import { sharedServices, grantOf } from "./testing/fixtures.ts";
import { operations } from "./testing/operations.ts";
import { tenantHashes, tenantRows, type TenantRows } from "./testing/tenant-rows.ts";

let target: { project: TestProject; things: Awaited<ReturnType<typeof someThings>>; hashes: string[] };
/** Digests of the target's rows after the test before. */
let digests: TenantRows;

const services = await sharedServices();
const stranger = await aProject(services);

beforeAll(async () => {
  const project = await aProject(services);
  const things = await someThings(services, project);
  target = { project, things, hashes: await tenantHashes(services.db, project) };
  digests = await tenantRows(services.db, project);
});

/**
 * Runs an operation's handler past the access check, as if that had authorized the stranger's project for an input
 * that names rows of the target. The services must still refuse it.
 */
async function runUnchecked(name: string, schema: unknown, input: object): Promise<unknown> {
  const [room = "", operation = ""] = name.split(".");
  const rooms: Record<string, Record<string, unknown>> = router;
  const procedure = rooms[room]?.[operation];
  if (!isProcedure(procedure) || !(schema instanceof z.ZodType)) throw new Error(`${name} has no handler or no input`);
  const grant: ProjectGrant = grantOf(stranger);
  return procedure["~orpc"].handler({
    context: { ...as(services, stranger.owner), grant },
    input: schema.parse(input),
    path: [room, operation],
    procedure,
    signal: new AbortController().signal,
    lastEventId: undefined,
    errors: {},
  });
}

/** A query as the router hands it to a schema: what is named with `[]` is a list. */
const fieldsOf = (query: URLSearchParams) =>
  Object.fromEntries(
    [...query.keys()].map((name): [string, unknown] =>
      name.endsWith("[]") ? [name.slice(0, -2), query.getAll(name)] : [name, query.get(name)],
    ),
  );

const scoped = operations.filter(({ access }) => "of" in access);

describe.each(scoped)("$name", ({ name, operation, access, sample }) => {
  test("services query inside the authorized project even without the access check", async () => {
    const { path, query, body } = sample(target.things);
    const input: Record<string, unknown> = { ...fieldsOf(new URLSearchParams(query)), ...body, ...path };
    let answer: unknown;
    let refusal: unknown;
    try {
      answer = await runUnchecked(name, operation["~orpc"].inputSchema, input);
    } catch (error) {
      refusal = error;
    }
    const isWhole = "of" in access && (access.of === "project" || access.of === "account");
    if (refusal !== undefined) expect(refusal).toBeInstanceOf(Refusal);
    // Operations on a whole project use the authorized one and ignore a project named in the input.
    if (!isWhole) expect(refusal, JSON.stringify(answer)).toMatchObject({ code: "not_found" });
    const text = JSON.stringify(answer) ?? "";
    for (const hash of target.hashes) expect(text).not.toContain(hash);
    const before = digests;
    digests = await tenantRows(services.db, target.project);
    expect(digests).toEqual(before);
  });
});
