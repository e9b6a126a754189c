import { insertRow, selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import type { PlanLimits } from "@kinora/domain/billing/plans.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { sharedServices } from "../../testing/fixtures.ts";
import { aMember, aProject, givePlan } from "../testing.ts";
import { uploadAllowance } from "./allowance.ts";
import { livestreamsFull, requirePlaceForProject, requirePlannedSize, requireSeats } from "./plan-limits.ts";

const services = await sharedServices();

/** A project whose account has had a plan with these limits since yesterday. */
async function aLimited(limits: Partial<PlanLimits>) {
  const project = await aProject(services);
  await givePlan(services, project.accountId, limits);
  return project;
}

const inTransaction = <Result>(work: (tx: Parameters<typeof requireSeats>[0]) => Promise<Result>) =>
  services.db.transaction().execute(work);

test("a plan limits projects; terms that begin tomorrow or end it do not count yet", async () => {
  const { accountId } = await aLimited({ projects: 1 });
  const full = inTransaction((tx) => requirePlaceForProject(tx, accountId));
  await expect(full).rejects.toThrow("The plan Small allows 1 project.");
  const other = await aProject(services);
  await inTransaction((tx) => requirePlaceForProject(tx, other.accountId));
  await sql`insert into account_terms (account_id, effective_from, special)
    values (${accountId}, current_date + 2, '{}')`.execute(services.db);
  await expect(inTransaction((tx) => requirePlaceForProject(tx, accountId))).rejects.toThrow("allows 1 project");
  await sql`insert into account_terms (account_id, effective_from, special)
    values (${accountId}, current_date - 1, '{}')`.execute(services.db);
  await inTransaction((tx) => requirePlaceForProject(tx, accountId));
});

test("of two projects created at one time, one takes the last place", async () => {
  const project = await aLimited({ projects: 2 });
  const create = () =>
    inTransaction(async (tx) => {
      await requirePlaceForProject(tx, project.accountId);
      await sql`insert into projects (account_id, hash, name, domain)
        values (${project.accountId}, md5(random()::text), md5(random()::text), 'example.com')`.execute(tx);
    });
  const made = await Promise.allSettled(Array.from({ length: 5 }, create));
  expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("seats are the people of all projects and those invited, each once", async () => {
  const project = await aLimited({ seats: 3 });
  const { userId } = await aMember(services, project, []);
  const known = await selectRow(services, "users", { id: userId }, "email");
  const invite = (...emails: string[]) => inTransaction((tx) => requireSeats(tx, project.accountId, emails));
  await invite(known.email, "new@example.com");
  await expect(invite("new@example.com", "another@example.com")).rejects.toThrow("allows 3 people");
});

test("livestreams on air and storage are limited, too", async () => {
  const { accountId, projectId } = await aLimited({ live_streams: 1, storage_gb: 2 });
  expect(await livestreamsFull(services.db, accountId, 1)).toBeNull();
  const stream = await sql<{ id: number }>`
    insert into streams (project_id, account_id, hash, name, key_hash, key_sealed)
    values (${projectId}, ${accountId}, md5(random()::text), 'Live', decode(md5(random()::text), 'hex'), '') returning id`.execute(
    services.db,
  );
  const streamId = stream.rows[0]?.id ?? 0;
  await insertRow(services, "stream_sessions", {
    stream_id: streamId,
    project_id: projectId,
    account_id: accountId,
  });
  expect(await livestreamsFull(services.db, accountId, streamId)).toBeNull();
  expect(await livestreamsFull(services.db, accountId, streamId + 1)).toContain("1 livestream on air at one time");
  expect((await uploadAllowance(services, accountId, null)).limit_bytes).toBe(2_000_000_000);
  await updateRows(services, "accounts", { id: accountId }, { storage_limit_bytes: 1_000 });
  expect((await uploadAllowance(services, accountId, null)).limit_bytes).toBe(1_000);
});

test("a plan limits the size of one file, as the largest one that the console allows", async () => {
  const { accountId, projectId } = await aLimited({ file_gb: 2 });
  await requirePlannedSize(services.db, accountId, 2e9);
  await expect(requirePlannedSize(services.db, accountId, 2e9 + 1)).rejects.toMatchObject({
    code: "too_large",
    message: "This file is too large. The plan Small allows files of up to 2 GB. Ask the operator for a larger one.",
  });
  expect((await uploadAllowance(services, accountId, projectId)).max_bytes).toBe(2e9);
  const other = await aProject(services);
  await requirePlannedSize(services.db, other.accountId, 2e9 + 1);
});
