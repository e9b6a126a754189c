import type { Tx } from "@kinora/db/connect.ts";
import { findRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { addPlaylist, grantOf, sharedProject } from "../../testing/fixtures.ts";
import { aProject, as, auditedActions } from "../testing.ts";
import { change, remove } from "./change.ts";
import { create } from "./create.ts";
import { readRow, type Noun } from "./noun.ts";

const { services, project } = await sharedProject();
const context = as(services, project.owner);
const grant = grantOf(project);

const PLAYLIST: Noun<"playlists"> = { table: "playlists", name: "playlist", title: ({ name }) => name, most: 1_000 };
const KEY: Noun<"api_keys"> = { table: "api_keys", name: "api_key", title: ({ name }) => name, most: 1_000 };
const PROFILE: Noun<"restriction_profiles"> = {
  table: "restriction_profiles",
  name: "restriction",
  label: "restriction profile",
  title: ({ name }) => name,
  most: 2,
  taken: [{ index: "restriction_profiles_name", message: "There is already a profile of this name." }],
};

const nameOf = async (id: number) => (await findRow(services, "playlists", { id }, "name"))?.name;
const changesOf = async (action: string) =>
  await services.db
    .selectFrom("audit_log")
    .select(["object_title", "changes"])
    .where("project_id", "=", project.projectId)
    .where("action", "=", action)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();

test("a change is written and recorded with what differs, and one that changes nothing is not", async () => {
  const { id } = await addPlaylist(services, project, { name: "Morning", loop: false });
  await change(context, PLAYLIST, grant, { id }, () => ({ set: { name: "Evening", loop: false } }));
  expect(await nameOf(id)).toBe("Evening");
  expect(await changesOf("playlist.updated")).toEqual({
    object_title: "Evening",
    changes: { name: ["Morning", "Evening"] },
  });
  const before = await auditedActions(services, project.projectId);
  await change(context, PLAYLIST, grant, { id }, () => ({ set: { name: "Evening" } }));
  await change(context, PLAYLIST, grant, { id }, () => null);
  expect(await auditedActions(services, project.projectId)).toEqual(before);
});

test("a row of another project is neither changed nor deleted", async () => {
  const other = await aProject(services);
  const { id } = await addPlaylist(services, other, { name: "Theirs" });
  const refusal = {
    code: "not_found",
    message: "This playlist does not exist or belongs to another project.",
  };
  await expect(change(context, PLAYLIST, grant, { id }, () => ({ set: { name: "Mine" } }))).rejects.toMatchObject(
    refusal,
  );
  await expect(remove(context, PLAYLIST, grant, { id })).rejects.toMatchObject(refusal);
  expect(await nameOf(id)).toBe("Theirs");
});

test("of two changes at once the second sees what the first wrote, or is refused with the version it had read", async () => {
  const { id } = await addPlaylist(services, project, { name: "1" });
  const count = () =>
    change(context, PLAYLIST, grant, { id }, ({ name }) => ({ set: { name: `${Number(name) + 1}` } }));
  await Promise.all(Array.from({ length: 5 }, count));
  expect(await nameOf(id)).toBe("6");
  await expect(
    change(context, PLAYLIST, grant, { id, version: 1 }, () => ({ set: { name: "mine" } })),
  ).rejects.toMatchObject({ code: "changed_since" });
  expect(await nameOf(id)).toBe("6");
});

test("an edit that fails leaves everything as it was", async () => {
  const { id } = await addPlaylist(services, project, { name: "Kept" });
  const edit = async (_before: unknown, tx: Tx): Promise<null> => {
    await updateRows(tx, "playlists", { id }, { name: "Half" });
    throw new Error("The second half failed.");
  };
  await expect(change(context, PLAYLIST, grant, { id }, edit)).rejects.toThrow("The second half failed.");
  expect(await nameOf(id)).toBe("Kept");
});

test("hashes and sealed values stay out of the audit log", async () => {
  const key = { name: "Import", scopes: [], addresses: [], origins: [], prefix: "vk_live_abc" };
  const { id } = await services.db
    .transaction()
    .execute((tx) => create(context, tx, KEY, grant, { ...key, key_hash: Buffer.from("first") }));
  await change(context, KEY, grant, { id }, () => ({
    set: { prefix: "vk_live_def", key_hash: Buffer.from("second") },
  }));
  expect((await changesOf("api_key.updated")).changes).toEqual({ prefix: ["vk_live_abc", "vk_live_def"] });
});

test("a project has as many rows as the noun says, however many are added at once, and names once", async () => {
  const add = (name: string) =>
    services.db.transaction().execute((tx) => create(context, tx, PROFILE, grant, { name, policy: "{}" }));
  const { rows } = await sql`select from restriction_profiles where project_id = ${project.projectId}`.execute(
    services.db,
  );
  expect(rows).toEqual([]);
  const answers = await Promise.allSettled(["A", "B", "C"].map(add));
  expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "fulfilled", "rejected"]);
  expect(answers.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "conflict", message: "A project can have up to 2 restriction profiles. Delete one first." },
  });
  const [first, second] = await selectRows(
    services,
    "restriction_profiles",
    { project_id: project.projectId },
    "id",
    "name",
  );
  if (!first || !second) throw new Error("Two profiles were added.");
  await expect(
    change(context, PROFILE, grant, { id: first.id }, () => ({ set: { name: second.name } })),
  ).rejects.toMatchObject({ code: "invalid", fields: { name: ["There is already a profile of this name."] } });
});

const ROLE: Noun<"roles"> = {
  table: "roles",
  scope: "account",
  name: "role",
  title: ({ title }) => title,
  event: () => null,
  taken: [{ index: "roles_account_id_title_key", field: "title", message: "There is already such a role." }],
};

const roleEvents = async () =>
  (await services.db.selectFrom("events").select("type").where("type", "like", "role.%").execute()).map(
    ({ type }) => type,
  );

test("a row of an account is found from each of its projects, recorded there, and not found from another account", async () => {
  const add = (title: string) =>
    services.db.transaction().execute((tx) => create(context, tx, ROLE, grant, { title, template: null }));
  const [first, second] = [await add("Editor of films"), await add("Reader of films")];
  const after = await change(context, ROLE, grant, { id: first.id }, () => ({ set: { title: "Cutter" } }));
  expect(after).toMatchObject({ id: first.id, title: "Cutter", version: 2 });
  expect(await changesOf("role.updated")).toEqual({
    object_title: "Cutter",
    changes: { title: ["Editor of films", "Cutter"] },
  });
  expect(await roleEvents()).toEqual([]);
  const taken = change(context, ROLE, grant, { id: second.id }, () => ({ set: { title: "Cutter" } }));
  await expect(taken).rejects.toMatchObject({ code: "invalid", fields: { title: ["There is already such a role."] } });
  const other = grantOf(await aProject(services));
  await expect(remove(context, ROLE, other, { id: first.id })).rejects.toMatchObject({
    code: "not_found",
    message: "This role does not exist.",
  });
});

test("a removed row is neither found nor counted", async () => {
  const category: Noun<"categories"> = {
    table: "categories",
    name: "category",
    plural: "categories",
    title: ({ name }) => name,
    most: 1,
    gone: "leaving_at",
  };
  const add = (name: string) =>
    services.db.transaction().execute((tx) => create(context, tx, category, grant, { name, slug: name }));
  const { id } = await add("first");
  await expect(add("second")).rejects.toMatchObject({
    message: "A project can have up to 1 categories. Delete one first.",
  });
  await updateRows(services, "categories", { id }, { leaving_at: new Date() });
  await expect(change(context, category, grant, { id }, () => ({ set: { name: "third" } }))).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await add("second")).toMatchObject({ name: "second", project_id: project.projectId });
});

test("rows of a place that is not known are not found", async () => {
  const { id } = await addPlaylist(services, project, { name: "Mine" });
  await expect(readRow(services.db, PLAYLIST, {}, id)).rejects.toMatchObject({ code: "not_found" });
});
