import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { SignJWT, type JWTPayload } from "jose";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOrganization, type Organization } from "../../testing/organization-provider.ts";
import { createPerson } from "../person.ts";
import { prepareTotp } from "../second-factor/totp.ts";
import { signInWorld, TestBrowser, type SignInWorld } from "../testing.ts";
import { logoutUri } from "./serve-logout.ts";
import { organizationAccount, PASSWORD, signInWithProvider, who, type OrganizationAccount } from "./testing.ts";

/** Two installations, each with a database and secrets of its own, and one organization whose people use both. */
let worlds: [SignInWorld, SignInWorld];
let organization: Organization;
let accounts: [OrganizationAccount, OrganizationAccount];
beforeAll(async () => {
  const env = { KINORA_ALLOW_PRIVATE_URLS: "true" };
  worlds = [await signInWorld(env), await signInWorld(env)];
  organization = await startOrganization({ keepsSessions: true });
  const second = { clientId: "second", redirectUris: [] };
  organization.others.push(second);
  accounts = [
    await organizationAccount(worlds[0], organization),
    await organizationAccount(worlds[1], { ...organization, ...second }),
  ];
  organization.logoutUris = {
    [organization.clientId]: logoutUri(worlds[0].services.config, accounts[0].accountId),
    second: logoutUri(worlds[1].services.config, accounts[1].accountId),
  };
});
afterAll(async () => {
  await organization.stop();
  await Promise.all(worlds.map((world) => world.stop()));
});

let subjects = 0;
/** Someone whose address is of the first account's domain signs in next. */
function isNext(name: string, account = accounts[0]) {
  subjects += 1;
  organization.person = { sub: `subject ${subjects}`, email: `${name}@${account.domain}`, email_verified: true };
  return organization.person;
}

/** A window of the first installation, signed in with the provider, whose session ids it shares. */
async function signedInBrowser(email: string, browser = new TestBrowser(worlds[0])): Promise<TestBrowser> {
  await browser.follow((await signInWithProvider(browser, email)).href);
  return browser;
}

/** Signs the browser out at the provider, as a person does there. */
async function signOutAtProvider(browser: TestBrowser): Promise<void> {
  const page = await (await browser.fetch(`${organization.issuer}/session/end`)).text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const answer = await browser.fetch(`${organization.issuer}/session/end/confirm`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ xsrf, logout: "yes" }).toString(),
  });
  expect(answer.status).toBe(303);
}

const EVENTS = { "http://schemas.openid.net/event/backchannel-logout": {} };

/** Posts a logout token that a key signs; answers status and body. */
async function post(claims: object, { privateKey }: { privateKey: KeyObject }, uri?: string) {
  // What is undefined is left out.
  const payload = JSON.parse(JSON.stringify({ jti: "1", events: EVENTS, ...claims })) as JWTPayload;
  const token = await new SignJWT(payload).setProtectedHeader({ alg: "ES256", typ: "logout+jwt" }).sign(privateKey);
  return postForm({ logout_token: token }, uri);
}

async function postForm(
  form: Record<string, string>,
  uri = logoutUri(worlds[0].services.config, accounts[0].accountId),
) {
  const response = await fetch(uri, { method: "POST", body: new URLSearchParams(form) });
  return { status: response.status, text: await response.text() };
}

test("who signs out at the provider is signed out of both installations, and nobody else is", async () => {
  const { email } = isNext("ada");
  // One person, known to the second installation by an address of its own domain.
  const first = await signedInBrowser(email);
  const { sub } = organization.person;
  organization.person = { ...organization.person, email: `ada@${accounts[1].domain}` };
  const second = await signedInBrowser(organization.person.email, new TestBrowser(worlds[1], first.cookies));
  const elsewhere = new TestBrowser(worlds[0]);
  organization.person = { ...organization.person, email };
  await signedInBrowser(email, elsewhere);
  isNext("grace");
  const other = await signedInBrowser(organization.person.email);
  const known = await Promise.all([first, second, elsewhere, other].map(who));
  expect(known).not.toContain(null);
  expect(organization.logoutAnswers).toEqual([]);

  organization.person = { ...organization.person, sub };
  await signOutAtProvider(first);
  expect(organization.logoutAnswers).toEqual([null, null]);
  expect(await Promise.all([first, second, elsewhere, other].map(who))).toEqual([null, null, known[2], known[3]]);
  const lines = await selectRows(
    worlds[1].services.db,
    "audit_log",
    { action: "user.provider_signed_out" },
    "object_id",
    "changes",
  );
  expect(lines).toEqual([{ object_id: known[1], changes: { issuer: organization.issuer, sessions_ended: 1 } }]);
});

test("a session that waited for the person's own second factor is the provider's as well", async () => {
  const { db, secrets } = worlds[0].services;
  const { email } = isNext("factor");
  const { user } = await createPerson(worlds[0].services, {
    email,
    password: PASSWORD,
    superuser: false,
    ownerOf: null,
  });
  const { secret } = await prepareTotp(db, secrets, { userId: user.id, email });
  await db.updateTable("login_totp").set({ confirmed_at: new Date() }).where("user_id", "=", user.id).execute();
  const confirm = async (browser: TestBrowser, step: URL, code: string) =>
    browser.ask("/sign-in/code", {
      ticket: new URLSearchParams(step.hash.slice(1)).get("ticket"),
      code,
      remember: false,
    });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const browser = new TestBrowser(worlds[0]);
  const confirmed = await confirm(browser, await signInWithProvider(browser, email), code);
  await browser.follow(String(confirmed.body["next"]));
  expect(await who(browser)).toBe(user.id);
  await signOutAtProvider(browser);
  expect(await who(browser)).toBeNull();

  // One that still waits ends, too: the code comes too late.
  const late = new TestBrowser(worlds[0]);
  const step = await signInWithProvider(late, email);
  await signOutAtProvider(late);
  expect((await confirm(late, step, code)).status).toBe(410);
});

test("a token that is not the provider's ends nothing", async () => {
  const { email, sub } = isNext("stays");
  const browser = await signedInBrowser(email);
  const forged = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const now = Math.floor(Date.now() / 1_000);
  const right = { iss: organization.issuer, aud: organization.clientId, sub, iat: now, exp: now + 60 };
  expect((await post(right, forged)).status).toBe(400);
  expect((await post({ ...right, iss: "https://elsewhere.example" }, forged)).status).toBe(400);
  expect((await postForm({ logout_token: "nothing" })).status).toBe(400);
  expect((await postForm({})).status).toBe(400);
  const nobody = logoutUri(worlds[0].services.config, 999_999);
  expect((await post(right, forged, nobody)).text).toContain("another issuer");
  expect(await who(browser)).toEqual(expect.any(Number));
});

test.each([
  ["a nonce", { nonce: "x" }],
  ["no event of a logout", { events: {} }],
  ["neither a session nor a person", { sub: undefined }],
  ["another client", { aud: "another" }],
  ["an age of an hour", { iat: Math.floor(Date.now() / 1_000) - 3_600, exp: undefined }],
  ["an end in the past", { exp: Math.floor(Date.now() / 1_000) - 60 }],
])("a token of the provider with %s is refused", async (_what, changed) => {
  const { email, sub } = isNext(`refused-${subjects}`);
  const browser = await signedInBrowser(email);
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: organization.issuer, aud: organization.clientId, sub, iat: now, exp: now + 60, ...changed };
  expect(await post(claims, organization)).toMatchObject({ status: 400 });
  expect(await who(browser)).toEqual(expect.any(Number));
});

test("a token that comes again ends no session that began after it", async () => {
  const { email, sub } = isNext("again");
  const earlier = await signedInBrowser(email);
  const person = await who(earlier);
  const iat = Math.floor(Date.now() / 1_000) - 90;
  const claims = { iss: organization.issuer, aud: organization.clientId, sub, iat, exp: iat + 120 };
  const begun = { user_id: person ?? 0 };
  await updateRows(worlds[0].services, "login_sessions", begun, { created_at: new Date(Date.now() - 100_000) });
  expect(await post(claims, organization)).toEqual({ status: 200, text: "" });
  expect(await who(earlier)).toBeNull();
  const later = await signedInBrowser(email);
  expect(await post(claims, organization)).toEqual({ status: 200, text: "" });
  expect(await who(later)).toBe(person);
});

test("a token without a session ends all that the provider began of the person, and not what a password began", async () => {
  const { email, sub } = isNext("everywhere");
  const [one, two] = [await signedInBrowser(email), await signedInBrowser(email)];
  const { services } = worlds[0];
  const person = await who(one);
  const own = new TestBrowser(worlds[0]);
  const { email: ownEmail } = accounts[0].owner;
  await own.ask("/sign-in", { email: ownEmail, password: PASSWORD });
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: organization.issuer, aud: organization.clientId, sub, iat: now, exp: now + 60 };
  expect(await post(claims, organization)).toEqual({ status: 200, text: "" });
  expect(await post(claims, organization)).toEqual({ status: 200, text: "" });
  expect(await Promise.all([one, two].map(who))).toEqual([null, null]);
  const left = await services.db.selectFrom("login_sessions").select("user_id").execute();
  expect(left.map(({ user_id: id }) => id)).toContain(accounts[0].owner.id);
  expect(left.map(({ user_id: id }) => id)).not.toContain(person);
});
