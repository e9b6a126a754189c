import { findRow, selectOrdered, updateRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { countUsage } from "../../billing/usage/count-usage.ts";
import { accept, invitationsOf } from "../../login/invitations.ts";
import { findGrant } from "../../platform/access/scope.ts";
import { aMember, aProject, as, asUser, aUser } from "../../platform/testing.ts";
import { someThings } from "../../testing/access-things.ts";
import { addInvitation, addPerson, asSuperuser, sharedServices } from "../../testing/fixtures.ts";
import { createUpload } from "../../uploads/create.ts";
import { previewMove } from "./move-preview.ts";
import { MOVED_WITH_PROJECT, MOVED_WITH_VIDEO, STAYS_WITH_ACCOUNT } from "./move-tables.ts";
import { moveProject } from "./move.ts";

let now = new Date("2030-03-10T12:30:00Z");
const services = { ...(await sharedServices()), clock: { now: () => now } };

test("every table that names an account moves with a project or stays, and its references wait for the end of the move", async () => {
  const { rows } = await sql<{ name: string; has_project: boolean }>`
    select c.table_name as name, exists (select from information_schema.columns p
      where p.table_schema = c.table_schema and p.table_name = c.table_name and p.column_name = 'project_id') as has_project
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'account_id' and t.table_type = 'BASE TABLE'`.execute(
    services.db,
  );
  const decided = [...MOVED_WITH_PROJECT, ...MOVED_WITH_VIDEO, ...Object.keys(STAYS_WITH_ACCOUNT), "projects"];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(decided.toSorted());
  const withProject = new Set(rows.filter(({ has_project: has }) => has).map(({ name }) => name));
  expect(MOVED_WITH_PROJECT.filter((table) => !withProject.has(table))).toEqual([]);
  const immediate = await sql<{ name: string }>`
    select c.conrelid::regclass || ': ' || c.conname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and a.attname = 'account_id' and array_length(c.conkey, 1) > 1 and not c.condeferrable`.execute(
    services.db,
  );
  expect(immediate.rows).toEqual([]);
});

test("a project moves with everything in it: no row is left behind, hashes stay, people get built-in roles", async () => {
  const root = await asSuperuser(services);
  const from = await aProject(services);
  const to = await aProject(services);
  const { projectId } = from;
  await updateRows(services, "projects", { id: projectId }, { name: "Harbour" });
  await someThings(services, from);
  const member = await aMember(services, from, ["video_view", "video_edit", "users_manage"]);
  await updateRows(services, "videos", { project_id: projectId }, { stored_bytes: 500 });
  const hashes = () => selectOrdered(services, "videos", "id", { project_id: projectId }, "id", "hash");
  const stored = async (accountId: number) =>
    (await findRow(services, "account_storage", { account_id: accountId }, "bytes"))?.bytes ?? 0;
  const [before, bytes] = [await hashes(), await stored(from.accountId)];

  const preview = await previewMove(root, projectId, to.accountId);
  expect(preview).toMatchObject({ project: { name: "Harbour" }, to: { id: to.accountId }, warnings: [] });
  const lost = preview.roles.find(({ loses }) => loses.includes("users_manage"));
  expect(lost).toMatchObject({ becomes: "Uploader", people: 1, gains: ["video_add"] });
  await moveProject(root, projectId, { accountId: to.accountId, reason: "Sold" });

  for (const table of ["projects", ...MOVED_WITH_PROJECT]) {
    const column = table === "projects" ? "id" : "project_id";
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from ${sql.table(table)}
      where ${sql.ref(column)} = ${projectId} and account_id <> ${to.accountId}`.execute(services.db);
    expect(rows[0]?.left, table).toBe(0);
  }
  expect(await hashes()).toEqual(before);
  expect([await stored(from.accountId), await stored(to.accountId)]).toEqual([0, bytes]);
  const place = { account_id: to.accountId, project_id: projectId };
  expect(await findGrant(services.db, from.owner, place)).toBeNull();
  expect((await findGrant(services.db, to.owner, place))?.owner).toBe(true);
  const kept = await findGrant(services.db, member, place);
  expect(kept?.owner).toBe(false);
  expect(kept?.permissions.has("users_manage")).toBe(false);
  const lines = await selectOrdered(
    services,
    "audit_log",
    "id",
    { action: "project.moved", object_id: projectId },
    "account_id",
    "changes",
  );
  expect(lines.map(({ account_id: id }) => id)).toEqual([from.accountId, to.accountId]);
  await expect(moveProject(root, projectId, { accountId: to.accountId, reason: "Again" })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("a project is not moved to an account that is closed or has one of its name", async () => {
  const root = await asSuperuser(services);
  const { projectId } = await aProject(services);
  const { accountId } = await aProject(services);
  const move = () => moveProject(root, projectId, { accountId, reason: "Sold" });
  await expect(move()).rejects.toMatchObject({
    message: "Test account has a project named Test project already. Rename one of them first.",
  });
  await updateRows(services, "accounts", { id: accountId }, { status: "suspended" });
  await expect(move()).rejects.toMatchObject({ message: "Choose an active account." });
});

test("a project does not leave an account that is closed or being deleted", async () => {
  const root = await asSuperuser(services);
  const { projectId, accountId: from } = await aProject(services);
  const { accountId } = await aProject(services);
  await updateRows(services, "projects", { id: projectId }, { name: "Pier" });
  const standing = (status: "closing" | "closed") => updateRows(services, "accounts", { id: from }, { status });
  const move = () => moveProject(root, projectId, { accountId, reason: "Sold" });
  await standing("closing");
  await expect(move()).rejects.toMatchObject({
    code: "conflict",
    message: "Test account is closed and will be deleted with this project. Keep the account first.",
  });
  await standing("closed");
  await expect(move()).rejects.toMatchObject({
    message: "Test account is being deleted, and this project with it.",
  });
});

test("invitations that are accepted while a project moves back and forth all become members where it is", async () => {
  const root = await asSuperuser(services);
  const one = await aProject(services);
  const other = await aProject(services);
  const { projectId } = one;
  await updateRows(services, "projects", { id: projectId }, { name: "Lighter" });
  const people = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const email = `boarding${index}@example.com`;
      const userId = await addPerson(services, { email });
      await addInvitation(services, one, email);
      return { userId, email };
    }),
  );
  const moving = (async () => {
    for (let round = 0; round < 6; round++)
      await moveProject(root, projectId, { accountId: (round % 2 === 0 ? other : one).accountId, reason: "Test" });
  })();
  await Promise.all([
    moving,
    ...people.map(async ({ userId, email }) => {
      const [invitation] = await invitationsOf(services.db, email, now);
      if (!invitation) throw new Error("The invitation is lost.");
      await services.db.transaction().execute((tx) => accept({ ...services, ip: "192.0.2.1" }, tx, invitation, userId));
    }),
  ]);
  const { rows } = await sql<{ account_id: number; count: number }>`
    select m.account_id, count(*)::int as count from project_members m join roles r on r.id = m.role_id and r.account_id = m.account_id
    where m.project_id = ${projectId} and m.user_id in (${sql.join(people.map(({ userId }) => userId))}) group by 1`.execute(
    services.db,
  );
  expect(rows).toEqual([{ account_id: one.accountId, count: people.length }]);
});

test("what was used before a move stays with the old account, to the second of a livestream", async () => {
  const root = await asSuperuser(services);
  const from = await aProject(services);
  const to = await aProject(services);
  const { projectId } = from;
  await updateRows(services, "projects", { id: projectId }, { name: "Quay" });
  const things = await someThings(services, from);
  await sql`delete from stream_sessions where project_id = ${projectId}`.execute(services.db);
  await sql`
    insert into stream_sessions (stream_id, project_id, account_id, started_at)
    values (${things.stream}, ${projectId}, ${from.accountId}, '2030-03-10T12:00:00Z')`.execute(services.db);
  await sql`
    insert into delivery_hours (hour, project_id, item_kind, item_id, kind, height, player_id, host, country, bytes)
    values ('2030-03-10 11:00Z', ${projectId}, 'video', 1, 'segment', 720, 0, '', '', 1000),
      ('2030-03-10 13:00Z', ${projectId}, 'video', 1, 'segment', 720, 0, '', '', 70)`.execute(services.db);
  now = new Date("2030-03-10T12:30:00Z");
  await moveProject(root, projectId, { accountId: to.accountId, reason: "Sold" });
  const used = async (accountId: number) => {
    const { rows } = await sql<{ meter: string; quantity: string }>`
      select meter, quantity::text from usage_days where account_id = ${accountId} and project_id = ${projectId} and day = '2030-03-10'
        and meter in ('live', 'traffic') order by meter`.execute(services.db);
    return Object.fromEntries(rows.map(({ meter, quantity }) => [meter, Number(quantity)]));
  };
  for (const counted of ["2030-03-10T14:00:00Z", "2030-03-10T14:00:01Z"]) {
    await countUsage(services.db, { now: new Date(counted), from: "2030-03-10", to: "2030-03-11" });
    expect(await used(from.accountId)).toEqual({ live: 1_800_000, traffic: 1_000 });
  }
  expect(await used(to.accountId)).toEqual({ live: 5_401_000, traffic: 70 });
});

test("uploads that begin while a project moves back and forth are all stored where it is", async () => {
  const root = await asSuperuser(services);
  const one = await aProject(services);
  const other = await aProject(services);
  const { projectId } = one;
  await updateRows(services, "projects", { id: projectId }, { name: "Ferry" });
  const superuser = asUser(await aUser(services, { superuser: true }), true);
  const moving = (async () => {
    for (let round = 0; round < 6; round++)
      await moveProject(root, projectId, { accountId: (round % 2 === 0 ? other : one).accountId, reason: "Test" });
  })();
  const begun = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      createUpload(as(services, superuser), { projectId, fileName: `${index}.mp4`, title: null }, 10),
    ),
  );
  await moving;
  const { rows } = await sql<{ account_id: number; count: number }>`
    select v.account_id, count(*)::int as count from videos v join uploads u on u.video_id = v.id and u.account_id = v.account_id
    where v.project_id = ${projectId} group by 1`.execute(services.db);
  expect(rows).toEqual([{ account_id: one.accountId, count: begun.length }]);
});
