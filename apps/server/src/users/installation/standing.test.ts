import { randomBytes } from "node:crypto";
import { deleteRows, insertRow, selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { mailDomain } from "@kinora/domain/people/own-provider.ts";
import { expect, test } from "vitest";
import { aMember, aProject, as, asUser, aUser } from "../../platform/testing.ts";
import { sharedServices } from "../../testing/fixtures.ts";
import { listInstallationPeople } from "./people.ts";
import { blockPerson, mailSignInLink, setSuperuser, signOutPerson, unblockPerson } from "./standing.ts";

const services = await sharedServices();

const aRoot = async () => {
  const id = await aUser(services, { superuser: true });
  return { id, context: as(services, asUser(id, true)) };
};
const personOf = (id: number) => selectRow(services, "users", { id }, "email", "status", "superuser");

async function aSession(userId: number) {
  await insertRow(services, "login_sessions", {
    id: randomBytes(32),
    user_id: userId,
    expires_at: new Date(Date.now() + 60_000),
  });
}
const sessionsOf = (userId: number) => selectRows(services, "login_sessions", { user_id: userId }, "id");

test("a blocked person is signed out and found, and can be let in again", async () => {
  const { context } = await aRoot();
  const person = await aUser(services);
  await aSession(person);
  await blockPerson(context, person, "Spam");
  expect(await personOf(person)).toMatchObject({ status: "blocked" });
  expect(await sessionsOf(person)).toEqual([]);
  const { email } = await personOf(person);
  const found = await listInstallationPeople(context, {
    page: 1,
    per_page: 30,
    search: email,
    show: "blocked",
  });
  expect(found.data).toMatchObject([{ id: person, email, status: "blocked", superuser: false, second_factor: false }]);
  await expect(blockPerson(context, person, "Spam")).rejects.toMatchObject({ code: "conflict" });
  await unblockPerson(context, person);
  // They had no password: their sign-in is still to be activated.
  expect(await personOf(person)).toMatchObject({ status: "invited" });
  await expect(unblockPerson(context, person)).rejects.toMatchObject({ code: "conflict" });
});

test("a session ends without more", async () => {
  const { context } = await aRoot();
  const person = await aUser(services);
  await aSession(person);
  await signOutPerson(context, person);
  expect(await sessionsOf(person)).toEqual([]);
  expect(await personOf(person)).toMatchObject({ status: "active" });
});

test("nobody changes their own standing, and superusers are not blocked", async () => {
  const { id, context } = await aRoot();
  const other = await aRoot();
  await expect(setSuperuser(context, id, false)).rejects.toMatchObject({ code: "conflict" });
  await expect(blockPerson(context, other.id, "Spam")).rejects.toMatchObject({ code: "conflict" });
  await expect(blockPerson(context, 9e9, "Spam")).rejects.toMatchObject({ code: "not_found" });
});

test("of two superusers who end each other's powers at the same time one stays", async () => {
  const [one, other] = [await aRoot(), await aRoot()];
  const results = await Promise.allSettled([
    setSuperuser(one.context, other.id, false),
    setSuperuser(other.context, one.id, false),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const left = await Promise.all([one, other].map(async ({ id }) => (await personOf(id)).superuser));
  expect(left.filter(Boolean)).toHaveLength(1);
});

test("a person becomes a superuser once they can sign in", async () => {
  const { context } = await aRoot();
  const person = await aUser(services);
  await setSuperuser(context, person, true);
  expect(await personOf(person)).toMatchObject({ superuser: true });
  await updateRows(services, "users", { id: person }, { status: "invited", superuser: false });
  await expect(setSuperuser(context, person, true)).rejects.toMatchObject({ code: "conflict" });
});

test("the people of an account are its owners and the members of its projects", async () => {
  const [project, other] = [await aProject(services), await aProject(services)];
  const member = await aMember(services, project, ["video_view"]);
  const request = { page: 1, per_page: 30, account: project.accountId };
  const { data, pagination } = await listInstallationPeople((await aRoot()).context, request);
  const memberId = member.kind === "user" ? member.userId : 0;
  expect(new Set(data.map(({ id }) => id))).toEqual(new Set([project.ownerId, memberId]));
  expect(pagination.total).toBe(2);
  expect(data.map(({ id }) => id)).not.toContain(other.ownerId);
});

test("a person is mailed a link to a new password, an invited one the activation again, and nobody twice in a minute", async () => {
  const { context } = await aRoot();
  const person = await aUser(services);
  const { email } = await personOf(person);
  expect(await mailSignInLink(context, person)).toEqual({ email, link: "reset" });
  const [reset] = await services.jobs.boss.fetch<{ payload: { email: string } }>("login.reset-mail");
  expect(reset?.data.payload).toMatchObject({ email });
  await insertRow(services, "login_tokens", {
    id: randomBytes(32),
    kind: "reset",
    user_id: person,
    created_at: services.clock.now(),
    expires_at: new Date(services.clock.now().getTime() + 60_000),
  });
  await expect(mailSignInLink(context, person)).rejects.toMatchObject({
    code: "conflict",
    message: `A link was mailed to ${email} less than a minute ago.`,
  });
  const line = await selectRows(services, "audit_log", { action: "user.reset_link_mailed" }, "object_id");
  expect(line).toEqual([{ object_id: person }]);

  const invited = await aUser(services);
  await updateRows(services, "users", { id: invited }, { status: "invited" });
  expect(await mailSignInLink(context, invited)).toMatchObject({ link: "activation" });
  const [activation] = await services.jobs.boss.fetch<{ payload: { userId: number } }>("login.activation-mail");
  expect(activation?.data.payload).toEqual({ userId: invited });
});

test("people who are blocked or sign in with their organization's provider are mailed no link, nor oneself", async () => {
  const { id, context } = await aRoot();
  await expect(mailSignInLink(context, id)).rejects.toMatchObject({ code: "conflict" });
  const blocked = await aUser(services);
  await blockPerson(context, blocked, "Spam");
  await expect(mailSignInLink(context, blocked)).rejects.toMatchObject({
    message: "This person is blocked. Unblock them first.",
  });
  const project = await aProject(services);
  const member = await aUser(services);
  const domain = `${randomBytes(5).toString("hex")}.example`;
  await updateRows(services, "users", { id: member }, { email: `mona@${domain}` });
  await insertRow(services, "own_providers", {
    account_id: project.accountId,
    issuer: "https://sso.example",
    client_id: "kinora",
    secret_sealed: Buffer.from("sealed"),
    required: true,
  });
  await insertRow(services, "own_provider_domains", {
    account_id: project.accountId,
    domain: mailDomain(`mona@${domain}`),
    token: "t",
    verified_at: new Date(),
    verified_by: "dns",
  });
  const refusal = { code: "conflict", message: expect.stringContaining("organization's provider") };
  await expect(mailSignInLink(context, member)).rejects.toMatchObject(refusal);
  // Not demanded: only those who never chose a password are refused.
  await updateRows(services, "own_providers", { account_id: project.accountId }, { required: false });
  await insertRow(services, "own_provider_people", {
    account_id: project.accountId,
    issuer: "https://sso.example",
    subject: "mona",
    user_id: member,
  });
  await deleteRows(services, "login_credentials", { user_id: member });
  await expect(mailSignInLink(context, member)).rejects.toMatchObject(refusal);
  await deleteRows(services, "own_provider_people", { user_id: member });
  expect(await mailSignInLink(context, member)).toMatchObject({ link: "reset" });
});
