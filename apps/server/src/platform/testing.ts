import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertRow, insertRows, selectOrdered } from "@kinora/db/testing-rows.ts";
import { cloneTestDatabase } from "@kinora/db/testing.ts";
import { NO_LIMITS, NO_SPECIAL_TERMS, type PlanLimits } from "@kinora/domain/billing/plans.ts";
import { DEFAULT_ROLES, type Permission } from "@kinora/domain/people/permissions.ts";
import { sql } from "kysely";
import { inject } from "vitest";
import { createServices } from "../composition.ts";
import type { Context, Services } from "../context.ts";
import type { Caller } from "./access/caller.ts";
import { readConfig } from "./config.ts";
import { newHash } from "./secrets/hash.ts";

export interface TestServices extends Services {
  /** Ends everything and drops the database. */
  stop(): Promise<void>;
}

/** The real services over a database and a folder of the test's own; `env` overrides settings. */
export async function testServices(env: Record<string, string> = {}): Promise<TestServices> {
  const database = await cloneTestDatabase(inject("postgresUrl"));
  const dataDir = await mkdtemp(join(tmpdir(), "kinora-test-"));
  const config = readConfig({
    KINORA_DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "silent",
    ...env,
  });
  const services = await createServices(config, "worker");
  return {
    ...services,
    // The name servers of tests know no records: nothing is asked outside.
    dns: { texts: () => Promise.resolve([]) },
    async stop() {
      await services.close();
      await database.drop();
      // A closed live host may still have a segment to write, whose folder is then not empty.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}

/** The same services as a caller's request has them. */
export const as = (services: Services, caller: Caller): Context => ({ ...services, caller });

export interface TestProject {
  accountId: number;
  projectId: number;
  ownerId: number;
  owner: Caller;
}

/** A user without a password: enough to own rows and to be a caller. */
export const aUser = async (services: Services, options: { superuser?: boolean } = {}): Promise<number> =>
  only(await users(services, 1, options));

/** As many users without passwords. */
export async function users(
  { db }: Services,
  count: number,
  { superuser = false }: { superuser?: boolean } = {},
): Promise<number[]> {
  const rows = Array.from({ length: count }, () => ({
    email: `${randomBytes(6).toString("hex")}@example.com`,
    first_name: "Test",
    last_name: "Person",
    superuser,
  }));
  return (await db.insertInto("users").values(rows).returning("id").execute()).map(({ id }) => id);
}

function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`${rows.length} rows in place of one`);
  return row;
}

/** Someone who has just signed in, with a second factor. */
export const asUser = (userId: number, superuser = false): Caller & { kind: "user" } => ({
  kind: "user",
  userId,
  superuser,
  sessionId: Buffer.alloc(32),
  provedAt: new Date(),
  factorProvedAt: new Date(),
});

/** An account with its owner and one project. */
export const aProject = async (services: Services): Promise<TestProject> => only(await projects(services, 1));

/** As many accounts, each with its owner and one project. */
export async function projects(services: Services, count: number): Promise<TestProject[]> {
  const { db } = services;
  const ownerIds = await users(services, count);
  const accounts = await db
    .insertInto("accounts")
    .values(ownerIds.map(() => ({ name: "Test account", cell: "local" })))
    .returning("id")
    .execute();
  const owners = ownerIds.map((user_id, at) => ({ account_id: idAt(accounts, at), user_id }));
  await db.insertInto("account_owners").values(owners).execute();
  await insertRows(
    db,
    "roles",
    accounts.flatMap(({ id }) =>
      DEFAULT_ROLES.map((role) => ({
        account_id: id,
        template: role.template,
        title: role.title,
        description: role.description,
        permissions: [...role.permissions],
      })),
    ),
  );
  const rows = await db
    .insertInto("projects")
    .values(
      accounts.map(({ id }) => ({ account_id: id, hash: newHash(), name: "Test project", domain: "example.com" })),
    )
    .returning("id")
    .execute();
  return owners.map(({ account_id, user_id }, at) => ({
    accountId: account_id,
    projectId: idAt(rows, at),
    ownerId: user_id,
    owner: asUser(user_id),
  }));
}

/** The id of one of several inserted rows, which are in the order of their values. */
function idAt(rows: readonly { id: number }[], at: number): number {
  const row = rows[at];
  if (!row) throw new RangeError(`row ${at} is missing`);
  return row.id;
}

/** A member of the project whose role holds exactly these permissions. */
export const aMember = async (
  services: Services,
  project: TestProject,
  permissions: readonly Permission[],
): Promise<Caller & { kind: "user" }> => only(await members(services, [project], permissions));

/** A member of each project whose role holds exactly these permissions. */
export async function members(
  services: Services,
  places: readonly TestProject[],
  permissions: readonly Permission[],
): Promise<(Caller & { kind: "user" })[]> {
  const { db } = services;
  const userIds = await users(services, places.length);
  const roles = await db
    .insertInto("roles")
    .values(
      places.map(({ accountId }) => ({
        account_id: accountId,
        title: `Role ${randomBytes(4).toString("hex")}`,
        permissions: [...permissions],
      })),
    )
    .returning("id")
    .execute();
  const rows = userIds.map((user_id, at) => ({ user_id, role_id: idAt(roles, at) }));
  await insertRows(
    db,
    "project_members",
    places.flatMap(({ projectId, accountId }, at) =>
      rows.slice(at, at + 1).map((row) => ({ project_id: projectId, account_id: accountId, ...row })),
    ),
  );
  return userIds.map((id) => asUser(id));
}

/** Gives an account a plan named Small with these limits, which has held since yesterday. */
export async function givePlan({ db }: Services, accountId: number, limits: Partial<PlanLimits>): Promise<void> {
  const { id } = await insertRow(db, "plans", { code: randomBytes(6).toString("hex") });
  const version = { plan_id: id, version: 1, name: "Small", currency: "EUR" as const, price: 0, meters: "{}" };
  await insertRow(db, "plan_versions", {
    ...version,
    limits: JSON.stringify({ ...NO_LIMITS, ...limits }),
    created_by: null,
  });
  await sql`
    insert into account_terms (account_id, effective_from, plan_id, plan_version, special)
    values (${accountId}, current_date - 1, ${id}, 1, ${JSON.stringify(NO_SPECIAL_TERMS)})`.execute(db);
}

/** The actions in a project's audit log, oldest first. */
export async function auditedActions({ db }: Services, projectId: number): Promise<string[]> {
  const entries = await selectOrdered(db, "audit_log", "id", { project_id: projectId }, "action");
  return entries.map(({ action }) => action);
}
