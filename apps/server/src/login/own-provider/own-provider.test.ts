import { findRow, insertRow, selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givePlan } from "../../platform/testing.ts";
import { addInvitation, addMember, addPerson, ownedBy, roleNamed, RUN } from "../../testing/fixtures.ts";
import { startOrganization, type Organization } from "../../testing/organization-provider.ts";
import { mailChangeLinks } from "../mail-change-mails.ts";
import { createPerson } from "../person.ts";
import { prepareTotp } from "../second-factor/totp.ts";
import { CONSOLE, signInWorld, TestBrowser, type SignInWorld } from "../testing.ts";
import { createToken } from "../tokens.ts";
import { saveSignIn } from "./settings.ts";
import { organizationAccount, PASSWORD, signInWithProvider, who } from "./testing.ts";
import { tryProvider } from "./try-provider.ts";

let world: SignInWorld;
let organization: Organization;
beforeAll(async () => {
  world = await signInWorld({ KINORA_ALLOW_PRIVATE_URLS: "true" });
  organization = await startOrganization();
});
afterAll(async () => {
  await organization.stop();
  await world.stop();
});

let subjects = 0;
/** Someone of the organization signs in next. */
function isNext(email: string, more: Partial<Organization["person"]> = {}, methods: string[] = []) {
  subjects += 1;
  organization.person = {
    sub: `subject ${subjects}`,
    email,
    email_verified: true,
    given_name: "Ada",
    family_name: "Lovelace",
    ...more,
  };
  organization.methods = methods;
  return organization.person;
}

const personOf = (email: string) => findRow(world.services, "users", { email });

test("a new person is signed in and a member with the default role", async () => {
  const account = await organizationAccount(world, organization);
  const { email } = isNext(`ada@${account.domain}`);
  const browser = new TestBrowser(world);
  const next = await signInWithProvider(browser, email);
  expect(await browser.follow(next.href)).toBe(`${CONSOLE}/video`);
  const person = await personOf(email);
  expect(await who(browser)).toBe(person?.id);
  expect(person).toMatchObject({ first_name: "Ada", last_name: "Lovelace", status: "active", superuser: false });
  const member = await findRow(world.services, "project_members", { user_id: person?.id ?? 0 });
  expect(member).toMatchObject({ project_id: account.projectId, role_id: account.roleId });
  const { db } = world.services;
  const lines = await selectRows(db, "audit_log", { project_id: account.projectId }, "action");
  expect(lines.map(({ action }) => action)).toEqual(expect.arrayContaining(["user.join", "user.provider_linked"]));
  const log = await selectRows(db, "own_provider_sign_ins", { account_id: account.accountId });
  expect(log).toMatchObject([{ email, refused: null }]);
});

test("a known person is linked by email once, and by the subject afterwards", async () => {
  const account = await organizationAccount(world, organization);
  const email = `known@${account.domain}`;
  const { user } = await createPerson(world.services, { email, password: PASSWORD, superuser: false, ownerOf: null });
  const { sub } = isNext(email);
  await signInWithProvider(new TestBrowser(world), email);
  // The provider has another address of the person by now.
  isNext(`renamed@${account.domain}`, { sub });
  const browser = new TestBrowser(world);
  await browser.follow((await signInWithProvider(browser, email)).href);
  expect(await who(browser)).toBe(user.id);
  expect(await personOf(`renamed@${account.domain}`)).toBeUndefined();
});

test("an email that the provider gives to another person does not open what the first one had", async () => {
  const account = await organizationAccount(world, organization);
  const { email } = isNext(`reused@${account.domain}`);
  await signInWithProvider(new TestBrowser(world), email);
  isNext(email);
  const browser = new TestBrowser(world);
  expect((await signInWithProvider(browser, email)).searchParams.get("refused")).toBe("linked");
  expect(await who(browser)).toBeNull();
});

test("an invited person joins what they are invited to, and needs no password", async () => {
  const { db } = world.services;
  const account = await organizationAccount(world, organization);
  const { email } = isNext(`invited@${account.domain}`);
  await addPerson(world.services, { email, status: "invited" });
  const editor = await roleNamed(world.services, account, "Editor");
  await addInvitation(world.services, account, email, editor);
  const browser = new TestBrowser(world);
  await browser.follow((await signInWithProvider(browser, email)).href);
  const person = await personOf(email);
  expect(await who(browser)).toBe(person?.id);
  expect(person).toMatchObject({ status: "active", first_name: "Ada" });
  const roles = await selectRows(db, "project_members", { user_id: person?.id ?? 0 }, "role_id");
  expect(roles).toEqual([{ role_id: editor }]);
});

test("nobody new is let in without a seat, without a place, or blocked in a project of the account", async () => {
  const { services } = world;
  const account = await organizationAccount(world, organization);
  await givePlan(services, account.accountId, { seats: 1 });
  const reason = async (email: string) =>
    (await signInWithProvider(new TestBrowser(world), email)).searchParams.get("refused");
  const { email } = isNext(`new@${account.domain}`);
  expect(await reason(email)).toBe("no_seat");
  expect(await personOf(email)).toBeUndefined();

  const other = await organizationAccount(world, organization);
  const known = isNext(`known@${other.domain}`);
  const made = await createPerson(services, {
    email: known.email,
    password: PASSWORD,
    superuser: false,
    ownerOf: null,
  });
  const place = { ...ownedBy(other), role_id: other.roleId };
  await insertRow(services, "blocked_members", { ...place, user_id: made.user.id, reason: "a test" });
  expect(await reason(known.email)).toBe("blocked");
  await updateRows(services, "projects", { id: other.projectId }, { deleted_at: new Date() });
  const late = isNext(`late@${other.domain}`);
  expect(await reason(late.email)).toBe("no_place");
});

test("where it is demanded a password is refused, but for owners, who set up a second factor", async () => {
  const { services } = world;
  const account = await organizationAccount(world, organization);
  const email = `member@${account.domain}`;
  await createPerson(services, { email, password: PASSWORD, superuser: false, ownerOf: null });
  const signIn = (who: string, password: string) => new TestBrowser(world).ask("/sign-in", { email: who, password });
  expect((await signIn(email, PASSWORD)).status).toBe(200);
  await updateRows(services, "own_providers", { account_id: account.accountId }, { required: true });
  const right = await signIn(email, PASSWORD);
  expect([right.status, right.body["message"]]).toEqual([
    403,
    "Your organization asks you to sign in with its own provider. Use “Sign in with your organization”.",
  ]);
  // Who is an owner shows only after the right password.
  expect((await signIn(email, "wrong")).body["message"]).toBe(
    (await signIn(account.owner.email, "wrong")).body["message"],
  );
  const browser = new TestBrowser(world);
  const owned = await browser.ask("/sign-in", { email: account.owner.email, password: PASSWORD });
  expect(owned.status).toBe(200);
  const arrived = await browser.follow(String(owned.body["next"]), "/second-factor");
  expect(new URL(arrived).pathname).toBe("/second-factor");
  isNext(account.owner.email);
  const byProvider = new TestBrowser(world);
  await byProvider.follow((await signInWithProvider(byProvider, account.owner.email)).href);
  expect(await who(byProvider)).toBe(account.owner.id);
});

test("a link for a new password and an invitation's link do not go around the provider", async () => {
  const { services } = world;
  const account = await organizationAccount(world, organization);
  await updateRows(services, "own_providers", { account_id: account.accountId }, { required: true });
  const email = `link@${account.domain}`;
  const { user } = await createPerson(services, { email, password: PASSWORD, superuser: false, ownerOf: null });
  const reset = await createToken(services.db, "reset", user.id, new Date());
  const browser = new TestBrowser(world);
  expect((await browser.ask("/reset", { token: reset, password: "another violet ladder" })).status).toBe(403);
  await updateRows(services, "users", { id: user.id }, { status: "invited" });
  const activation = await createToken(services.db, "activate", user.id, new Date());
  const names = { first_name: "A", last_name: "B" };
  const activated = await browser.ask("/activate", { token: activation, password: "another violet ladder", ...names });
  expect(activated.status).toBe(403);
});

test("a member does not leave the provider by changing to an address of another domain; owners may", async () => {
  const { services } = world;
  const account = await organizationAccount(world, organization);
  const email = `leaver@${account.domain}`;
  const { user } = await createPerson(services, { email, password: PASSWORD, superuser: false, ownerOf: null });
  const browser = new TestBrowser(world);
  await browser.ask("/sign-in", { email, password: PASSWORD });
  const change = (who: TestBrowser, to: string) => who.ask("/profile/email", { email: to, current_password: PASSWORD });
  // Asked for before the account demanded its provider, and confirmed after.
  expect((await change(browser, `private@${account.domain}.net`)).status).toBe(200);
  await mailChangeLinks.run(services, { userId: user.id }, RUN);
  const { rows: mails } = await sql<{ body: string }>`
    select body from development_mails where body like '%/email-change?token=%'
      and recipient in (${email}, ${`private@${account.domain}.net`})`.execute(services.db);
  const tokens = mails.map(({ body }) => /email-change\?token=([\w-]+)/.exec(body)?.[1]);
  const ownersBrowser = new TestBrowser(world);
  await ownersBrowser.ask("/sign-in", { email: account.owner.email, password: PASSWORD });
  await updateRows(services, "own_providers", { account_id: account.accountId }, { required: true });
  expect(tokens).toHaveLength(2);
  const confirmed = await Promise.all(
    tokens.map((token) => new TestBrowser(world).ask("/email-change/confirm", { token })),
  );
  expect(confirmed.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 403]);
  const refused = await change(browser, "leaver@elsewhere.example");
  expect([refused.status, refused.body["message"]]).toEqual([
    403,
    "Your organization asks you to sign in with its own provider, which has no people with this address. Ask an owner of your account.",
  ]);
  expect((await change(browser, `other@${account.domain}`)).status).toBe(200);
  expect((await change(ownersBrowser, "owner@elsewhere.example")).status).toBe(200);
  const { email: kept } = await selectRow(services, "users", { id: user.id }, "email");
  expect(kept).toBe(email);
});

test("the provider's second factor is the account's, and no other's", async () => {
  const { db } = world.services;
  const account = await organizationAccount(world, organization);
  await updateRows(db, "accounts", { id: account.accountId }, { second_factor_required: true });
  const { email, sub } = isNext(`factor@${account.domain}`);
  const without = new TestBrowser(world);
  const asked = await without.follow((await signInWithProvider(without, email)).href, "/second-factor");
  expect(new URL(asked).pathname).toBe("/second-factor");
  isNext(email, { sub }, ["pwd", "mfa"]);
  const browser = new TestBrowser(world);
  await browser.follow((await signInWithProvider(browser, email)).href);
  const person = await personOf(email);
  expect(await who(browser)).toBe(person?.id);

  const other = await organizationAccount(world, organization);
  await updateRows(db, "accounts", { id: other.accountId }, { second_factor_required: true });
  await addMember(world.services, other, person?.id ?? 0, other.roleId);
  expect(await who(browser)).toBeNull();
});

test("a person's own second factor is asked for at the first sign-in, and until the provider asks for one", async () => {
  const { services } = world;
  const { db, secrets } = services;
  const account = await organizationAccount(world, organization);
  const email = `own-factor@${account.domain}`;
  const { user } = await createPerson(services, { email, password: PASSWORD, superuser: false, ownerOf: null });
  const { secret } = await prepareTotp(db, secrets, { userId: user.id, email });
  await updateRows(db, "login_totp", { user_id: user.id }, { confirmed_at: new Date() });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const { sub } = isNext(email, {}, ["mfa"]);
  const browser = new TestBrowser(world);
  const step = await signInWithProvider(browser, email);
  expect([step.pathname, browser.cookie(world.cookieName("kinora_login"))]).toEqual(["/login", undefined]);
  const ticket = new URLSearchParams(step.hash.slice(1)).get("ticket");
  const confirmed = await browser.ask("/sign-in/code", { ticket, code, remember: false });
  expect(confirmed.status).toBe(200);
  await browser.follow(String(confirmed.body["next"]));
  expect(await who(browser)).toBe(user.id);

  isNext(email, { sub }, ["mfa"]);
  const again = new TestBrowser(world);
  await again.follow((await signInWithProvider(again, email)).href);
  expect(await who(again)).toBe(user.id);
  isNext(email, { sub });
  expect((await signInWithProvider(new TestBrowser(world), email)).hash).toContain("ticket=");
});

test("an email that only the userinfo endpoint has is read there", async () => {
  const quiet = await startOrganization({ emailInToken: false });
  const account = await organizationAccount(world, quiet);
  quiet.person = { sub: "quiet", email: `quiet@${account.domain}`, email_verified: true };
  const browser = new TestBrowser(world);
  await browser.follow((await signInWithProvider(browser, quiet.person.email)).href);
  expect(await who(browser)).toBe((await personOf(quiet.person.email))?.id);
  await quiet.stop();
});

test("without the operator's leave, no provider on this machine or its network is asked", async () => {
  const account = await organizationAccount(world, organization);
  const { services } = world;
  const context = { ...account.context, config: { ...services.config, allowPrivateUrls: false } };
  const wanted = { issuer: organization.issuer, clientId: "kinora", clientSecret: "x" };
  const place = { projectId: account.projectId, roleId: account.roleId, required: false };
  await expect(saveSignIn(context, account.grant, { ...wanted, ...place })).rejects.toMatchObject({
    fields: { issuer: ["The issuer's address must begin with https."] },
  });
  const closed = await tryProvider(context, account.grant, { ...wanted, issuer: "https://127.0.0.1:1/" });
  expect(closed).toEqual({ ok: false, findings: [{ ok: false, text: "127.0.0.1:1 is not on the public web." }] });
});
