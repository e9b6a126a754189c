import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { deleteRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { asUser, aUser, projects } from "./platform/testing.ts";
import { auditedOperations } from "./testing/audited-operations.ts";
import { operations, type Answer, sharedApi } from "./testing/operations.ts";
import { ownSets } from "./testing/rows-for-calls.ts";

let nextRows: ReturnType<typeof ownSets>;

const { services, api } = await sharedApi();
beforeAll(async () => {
  nextRows = ownSets(services, async (count) => {
    await deletePlans();
    return projects(services, count);
  });
});

/** An installation has up to 200 plans, and each set of rows adds one. */
async function deletePlans(): Promise<void> {
  await deleteRows(services, "account_terms", {});
  await deleteRows(services, "plan_versions", {});
  await deleteRows(services, "plans", {});
}

const writing = operations.filter(({ operation }) => operation["~orpc"].route.method !== "GET");

/** What a secret is called in inputs and answers. */
const SECRET = /^(secret|key|stream_key|password|token|ticket)$/;

/** The values of secrets anywhere in a value. */
function secretsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    SECRET.test(name) && typeof part === "string" ? [part] : secretsIn(part),
  );
}

const parsed = ({ body }: Answer): unknown => (body.startsWith("{") ? JSON.parse(body) : null);

/**
 * Calls an operation as the owner of a project of its own, or as a superuser where it is theirs; the lines that it added to
 * the audit log.
 */
async function linesOf({ name, operation, access, sample }: (typeof operations)[number]) {
  const listed = auditedOperations[name];
  const { project, things } = await nextRows();
  const call = sample(things);
  const fields = typeof listed === "object" && "fields" in listed ? listed.fields(things) : {};
  const body = call.body || Object.keys(fields).length > 0 ? { ...call.body, ...fields } : undefined;
  const root = access.who === "superuser" ? await aUser(services, { superuser: true }) : null;
  const caller = root === null ? project.owner : asUser(root, true);
  const answer = await api.call(operation, { ...call, ...(body ? { body } : {}) }, caller);
  const lines = await services.db
    .selectFrom("audit_log")
    .selectAll()
    .where((where) =>
      root === null ? where("account_id", "=", project.accountId) : where(sql`actor->>'user_id'`, "=", String(root)),
    )
    .execute();
  const actor = root === null ? { user_id: project.ownerId } : { user_id: root, as: "superuser" };
  return { lines, answer, body, actor };
}

/** The server's source without tests. */
function source(): string {
  const folder = import.meta.dirname;
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("testing"))
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
}

test("every writing operation of the contract is listed with its audit action or a reason for none", () => {
  expect(Object.keys(auditedOperations).toSorted()).toEqual(writing.map(({ name }) => name).toSorted());
});

test.each(writing)("$name writes its line, without secrets", async (called) => {
  const listed = auditedOperations[called.name];
  const { lines, answer, body, actor } = await linesOf(called);
  const actions = lines.map(({ action }) => action);
  if (typeof listed === "string" || (listed && "fields" in listed)) {
    expect(actions, answer.body).toContain(typeof listed === "string" ? listed : listed.action);
  } else expect(actions, answer.body).toEqual([]);
  for (const line of lines) {
    expect(line.actor).toEqual({ kind: "user", ...actor });
    for (const secret of [...secretsIn(body), ...secretsIn(parsed(answer))])
      expect(JSON.stringify(line)).not.toContain(secret);
  }
});

test("the actions that no sample call writes are in the server's source", () => {
  const text = source();
  for (const listed of Object.values(auditedOperations)) {
    if (typeof listed === "string" || !("needs" in listed)) continue;
    const [noun, what = ""] = listed.action.split(".");
    const isComposed = text.includes(`\`${noun}.\${`) || text.includes(`name: "${noun}",`);
    const isWritten = text.includes(`"${listed.action}"`) || (isComposed && text.includes(`"${what}"`));
    expect(isWritten, listed.action).toBe(true);
  }
});
