import { selectRow } from "@kinora/db/testing-rows.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPerson } from "./login/person.ts";
import { CONSOLE, signInWorld, TestBrowser, type SignInWorld } from "./login/testing.ts";
import { aProject, as, type TestProject } from "./platform/testing.ts";
import { RUN, grantOf } from "./testing/fixtures.ts";
import { inviteUser } from "./users/invite.ts";
import { sendInvitation } from "./users/tasks.ts";

const PASSWORD = "violet ladder hums";
const DAY = 24 * 60 * 60 * 1000;
let world: SignInWorld;
let project: TestProject;
let roleId: number;

beforeAll(async () => {
  world = await signInWorld();
  project = await aProject(world.services);
  const role = await selectRow(world.services, "roles", { account_id: project.accountId, title: "Editor" }, "id");
  roleId = role.id;
});
afterAll(() => world.stop());

async function invited(email: string): Promise<{ id: number; token: string }> {
  const { services } = world;
  const context = as(services, project.owner);
  const { id, link } = await inviteUser(context, grantOf(project), { email, roleId });
  return { id, token: new URL(link).searchParams.get("token") ?? "" };
}

async function aPerson(email: string): Promise<TestBrowser> {
  await createPerson(world.services, { email, password: PASSWORD, superuser: false, ownerOf: null });
  return signedIn(email);
}

async function signedIn(email: string): Promise<TestBrowser> {
  const browser = new TestBrowser(world);
  expect((await browser.ask("/sign-in", { email, password: PASSWORD })).status).toBe(200);
  return browser;
}

const memberships = (email: string) =>
  world.services.db
    .selectFrom("project_members")
    .innerJoin("users", "users.id", "project_members.user_id")
    .select(["project_members.project_id", "project_members.role_id"])
    .where("users.email", "=", email)
    .execute();

test("a person with a sign-in joins the project by accepting the invitation once", async () => {
  const email = "joins@example.com";
  const browser = await aPerson(email);
  const { token } = await invited(email);
  expect(await memberships(email)).toEqual([]);
  expect((await browser.ask("/invitation", { token })).body).toEqual({
    invitation: { email, account: "Test account", project: "Test project", role: "Editor" },
    signed_in: { email, invited: true },
  });
  const accepted = await browser.ask("/invitation/accept", { token });
  expect(accepted.status).toBe(200);
  expect(String(accepted.body["next"])).toContain(encodeURIComponent(`${CONSOLE}/dashboard`));
  expect(await memberships(email)).toEqual([{ project_id: project.projectId, role_id: roleId }]);
  expect((await browser.ask("/invitation/accept", { token })).status).toBe(410);
  expect((await browser.ask("/invitation", { token })).body["invitation"]).toBeNull();
});

test("another person's invitation, a forged one, and one without a sign-in are refused", async () => {
  const email = "meant@example.com";
  await aPerson(email);
  const other = await aPerson("other@example.com");
  const { id, token } = await invited(email);
  expect((await other.ask("/invitation", { token })).body["signed_in"]).toEqual({
    email: "other@example.com",
    invited: false,
  });
  expect((await other.ask("/invitation/accept", { token })).status).toBe(403);
  expect((await new TestBrowser(world).ask("/invitation/accept", { token })).status).toBe(401);
  const person = await signedIn(email);
  for (const madeUp of [
    `${id}.${"x".repeat(43)}`,
    `${id + 1}.${token.split(".")[1]}`,
    "nothing",
    `0.${"x".repeat(43)}`,
  ])
    expect((await person.ask("/invitation/accept", { token: madeUp })).status).toBe(410);
  expect(await memberships(email)).toEqual([]);
});

test("the holder of an invitation link cannot register the invited address without a mail sent to it", async () => {
  const email = "new@example.com";
  const { id, token } = await invited(email);
  const browser = new TestBrowser(world);
  await aPerson("known@example.com");
  const both = [
    await browser.ask("/invitation/mail", { token }),
    await browser.ask("/invitation/mail", { token: (await invited("known@example.com")).token }),
  ];
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both.map(({ body }) => String(body["message"]).replaceAll(/\S+@\S+/g, "x"))).toEqual([
    "If x has no sign-in yet, a link to choose a password is on its way to it.",
    "If x has no sign-in yet, a link to choose a password is on its way to it.",
  ]);
  const name = { first_name: "New", last_name: "One", password: "amber bridge sleeps" };
  expect((await browser.ask("/activate", { token, ...name })).status).toBe(410);

  await sendInvitation.run(world.services, { invitationId: id }, RUN);
  const mail = await selectRow(world.services, "development_mails", { recipient: email }, "body");
  const activation = /activate\?token=([\w-]+)/.exec(mail.body)?.[1] ?? "";
  expect((await browser.ask("/token", { kind: "activate", token: activation })).body["joins"]).toEqual([
    { account: "Test account", project: "Test project", role: "Editor" },
  ]);
  expect((await browser.ask("/activate", { token: activation, ...name })).status).toBe(200);
  expect(await memberships(email)).toEqual([{ project_id: project.projectId, role_id: roleId }]);
});

test("an invitation ends after seven days", async () => {
  const email = "late@example.com";
  await aPerson(email);
  const { token } = await invited(email);
  world.later(8 * DAY);
  expect((await (await signedIn(email)).ask("/invitation/accept", { token })).status).toBe(410);
});
