import { deleteRows, findRow, insertRows, selectOrdered, selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startForgingProvider, type ForgingProvider } from "../../testing/forging-provider.ts";
import { createPerson } from "../person.ts";
import { signInWorld, TestBrowser, type SignInWorld } from "../testing.ts";
import { addDomain, verifyByHand } from "./domains.ts";
import { STARTS_PER_NETWORK } from "./starts.ts";
import {
  answerOf,
  begin,
  open,
  organizationAccount,
  PASSWORD,
  signInWithProvider,
  who,
  type OrganizationAccount,
} from "./testing.ts";

let world: SignInWorld;
let provider: ForgingProvider;
let account: OrganizationAccount;
beforeAll(async () => {
  world = await signInWorld({ KINORA_ALLOW_PRIVATE_URLS: "true" });
  provider = await startForgingProvider();
  account = await organizationAccount(world, provider);
});
afterAll(async () => {
  await provider.stop();
  await world.stop();
});
beforeEach(() => {
  Object.assign(provider, { claims: {}, answer: {}, signing: "right", metadata: {}, garbage: null });
});

let people = 0;
/** The email of a new person of the organization, whom the provider signs in next. */
function someone(more: Record<string, unknown> = {}, domain = account.domain): string {
  people += 1;
  const email = `person${people}@${domain}`;
  provider.claims = { sub: `subject ${people}`, email, ...more };
  return email;
}

/** The reason, with what the account's audit log and the log of sign-ins say; nobody is signed in. */
async function refused(browser: TestBrowser, location: URL): Promise<{ reason: string | null; detail: string }> {
  expect(await who(browser)).toBeNull();
  expect(browser.cookie(world.cookieName("kinora_login"))).toBeUndefined();
  const reason = location.searchParams.get("refused");
  const { db } = world.services;
  const line = await db
    .selectFrom("own_provider_sign_ins")
    .select(["refused", "detail"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(line.refused).toBe(reason);
  return { reason, detail: line.detail };
}

async function refusalOf(email: string, browser = new TestBrowser(world)) {
  return refused(browser, await signInWithProvider(browser, email));
}

test("a mail domain of other letters is the same as its name for mail servers", async () => {
  const domain = "xn--mller-kva.example";
  await addDomain(account.context, account.grant, domain);
  await verifyByHand(account.context, { accountId: account.accountId, domain, reason: "a test" });
  const email = someone({ email: "Ada@Müller.example" }, domain);
  const browser = new TestBrowser(world);
  await browser.follow((await signInWithProvider(browser, email)).href);
  const { email: stored } = await selectRow(world.services, "users", { id: (await who(browser)) ?? 0 }, "email");
  expect(stored).toBe(`ada@${domain}`);
});

test("the forging provider is believed while it says what is right", async () => {
  const email = someone();
  const browser = new TestBrowser(world);
  await browser.follow((await signInWithProvider(browser, email)).href);
  expect(await who(browser)).not.toBeNull();
});

test.each([
  ["another issuer", { iss: "https://elsewhere.example" }],
  ["another nonce", { nonce: "guessed" }],
  ["no nonce", { nonce: undefined }],
  ["another audience", { aud: "another client" }],
  ["an expired token", { exp: Math.floor(Date.now() / 1_000) - 120 }],
  ["no expiry", { exp: undefined }],
  ["no subject", { sub: undefined }],
])("an ID token with %s is refused", async (_what, claims) => {
  const email = someone(claims);
  expect(await refusalOf(email)).toMatchObject({ reason: "untrusted" });
  const known = await findRow(world.services, "users", { email }, "id");
  expect(known).toBeUndefined();
});

test.each(["none", "secret", "foreign key"] as const)("an ID token signed with %s is refused", async (signing) => {
  const email = someone();
  provider.signing = signing;
  expect(await refusalOf(email)).toMatchObject({ reason: "untrusted" });
});

test.each([
  ["another issuer", { iss: "https://elsewhere.example" }],
  ["no issuer, though the provider promises one", { iss: null }],
])("an answer that names %s is refused (RFC 9207)", async (_what, answer) => {
  const email = someone();
  provider.answer = answer;
  expect(await refusalOf(email)).toMatchObject({ reason: "untrusted" });
});

test("the answer of one provider at the callback of another is refused, and its code is not spent there", async () => {
  const other = await startForgingProvider();
  const theirs = await organizationAccount(world, other);
  const email = someone();
  const browser = new TestBrowser(world);
  const answer = new URL(await answerOf(browser, await begin(browser, email)));
  const mixed = new URL(theirs.redirectUri);
  mixed.search = answer.search;
  const result = await refused(browser, await open(browser, mixed.href));
  expect(result).toEqual({ reason: "untrusted", detail: "The answer came to the redirect URI of another account." });
  await other.stop();
});

test("an answer works once", async () => {
  const email = someone();
  const browser = new TestBrowser(world);
  const answer = await answerOf(browser, await begin(browser, email));
  await open(browser, answer);
  expect((await open(browser, answer)).searchParams.get("refused")).toBe("over");
});

test("an answer works in the browser that began, and not in another", async () => {
  const email = someone();
  const browser = new TestBrowser(world);
  const answer = await answerOf(browser, await begin(browser, email));
  const other = new TestBrowser(world);
  await begin(other, email);
  expect(await refused(other, await open(other, answer))).toMatchObject({ reason: "over" });
  const next = await open(browser, answer);
  await browser.follow(next.href);
  expect(await who(browser)).not.toBeNull();
});

test.each(["", "guessed", "a".repeat(5_000)])("a state that nobody was given is refused: %#", async (state) => {
  const browser = new TestBrowser(world);
  someone();
  await begin(browser, `a@${account.domain}`);
  const answer = new URL(account.redirectUri);
  answer.search = new URLSearchParams({ code: "x", state, iss: provider.issuer }).toString();
  expect(await refused(browser, await open(browser, answer.href))).toMatchObject({ reason: "over" });
});

test("a sign-in that takes longer than ten minutes is over", async () => {
  const browser = new TestBrowser(world);
  const { services } = world;
  const answer = await answerOf(browser, await begin(browser, someone()));
  await updateRows(
    services,
    "own_provider_starts",
    { account_id: account.accountId },
    { expires_at: new Date(Date.now() - 1_000) },
  );
  expect(await refused(browser, await open(browser, answer))).toMatchObject({ reason: "over" });
});

test("what the provider refuses is said", async () => {
  const email = someone();
  provider.answer = { code: null, error: "access_denied", error_description: "Not today" };
  expect(await refusalOf(email)).toEqual({ reason: "cancelled", detail: "access_denied: Not today" });
});

test("what the provider refuses is said without characters that cannot be stored", async () => {
  const email = someone();
  provider.answer = { code: null, error: "access_denied", error_description: `\0Not ${"😀".repeat(200)}` };
  expect(await refusalOf(email)).toMatchObject({
    reason: "cancelled",
    detail: expect.stringMatching(/^access_denied: Not/),
  });
  const lines = await selectOrdered(world.services, "audit_log", "id", { account_id: account.accountId }, "changes");
  expect(lines.at(-1)?.changes).toMatchObject({
    reason: "cancelled",
    detail: expect.stringMatching(/^access_denied: Not/),
  });
});

test.each([
  ["a subject", { sub: "a\0b" }, "untrusted"],
  ["a subject of half a character", { sub: "\ud83d" }, "untrusted"],
  ["an email", { email: "a\0b@c.example" }, "no_email"],
])("%s that cannot be stored is refused", async (_what, claims, reason) => {
  expect(await refusalOf(someone(claims))).toMatchObject({ reason });
});

test("names and a session id that cannot be stored are left out or mended", async () => {
  const email = someone({ sid: "a\0b", given_name: "A\0da\ud83d", family_name: "😀".repeat(80) });
  const browser = new TestBrowser(world);
  await browser.follow((await signInWithProvider(browser, email)).href);
  expect(await who(browser)).not.toBeNull();
  const { first_name: first, last_name: last } = await selectRow(world.services, "users", { email });
  expect([first, last]).toEqual(["Ada\ufffd", "😀".repeat(50)]);
});

test.each([
  ["a foreign mail domain", { email: "a@elsewhere.example" }, "foreign_domain"],
  ["an email that is not verified", { email_verified: false }, "unverified_email"],
  ["an email that is not verified, as text", { email_verified: "false" }, "unverified_email"],
  ["an email that is verified in a word of its own", { email_verified: "yes" }, "unverified_email"],
  ["no email", { email: undefined }, "no_email"],
  ["an email with two domains", { email: "z@evil.example@proved.example" }, "no_email"],
  ["an email with two addresses", { email: "a@b.example c@d.example" }, "no_email"],
])("%s is refused", async (_what, claims, reason) => {
  expect(await refusalOf(someone(claims))).toMatchObject({ reason });
});

test.each([undefined, null])("a verified domain stands for an email of which the provider says %s", async (said) => {
  const browser = new TestBrowser(world);
  const next = await signInWithProvider(browser, someone({ email_verified: said }));
  expect(next.searchParams.get("refused")).toBeNull();
});

test.each([
  [{ name: "Ada King Lovelace" }, ["Ada", "King Lovelace"]],
  [{ name: "Lovelace, Ada King" }, ["Ada King", "Lovelace"]],
  [{ name: "Lovelace, Ada (Engines)" }, ["Ada", "Lovelace"]],
  [{ name: "Ada" }, ["Ada", ""]],
  [{ name: "Rahman, Md Hasan" }, ["Md Hasan", "Rahman"]],
  [{ name: "Ada Lovelace, Ph.D." }, ["Ada", "Lovelace, Ph.D."]],
  [{ name: "Lovelace, Ada", given_name: "Augusta", family_name: "King" }, ["Augusta", "King"]],
])("a provider that says %j names %j", async (claims, names) => {
  const email = someone({ ...claims, email_verified: "True", amr: "pwd mfa" });
  const browser = new TestBrowser(world);
  await browser.follow((await signInWithProvider(browser, email)).href);
  const person = await selectRow(world.services, "users", { id: (await who(browser)) ?? 0 });
  expect([person.first_name, person.last_name]).toEqual(names);
  const session = await selectRow(world.services, "login_sessions", { user_id: person.id }, "provider_factor");
  expect(session.provider_factor).toBe(true);
});

test("a domain that was only claimed leads nowhere, and one provider does not sign in people of another's domain", async () => {
  const other = await startForgingProvider();
  const theirs = await organizationAccount(world, other);
  const email = someone({}, theirs.domain);
  const browser = new TestBrowser(world);
  const location = await signInWithProvider(browser, `begun@${account.domain}`);
  expect(await refused(browser, location)).toMatchObject({ reason: "foreign_domain" });
  expect(email).toContain(theirs.domain);
  await updateRows(
    world.services,
    "own_provider_domains",
    { domain: theirs.domain },
    { verified_at: null, verified_by: null },
  );
  const { status, body } = await browser.ask("/sign-in/provider", { email });
  expect([status, body["message"]]).toEqual([
    422,
    `No organization signs in people of ${theirs.domain}. Use your password.`,
  ]);
  await other.stop();
});

test("superusers and blocked people stay out", async () => {
  const { services } = world;
  const superuser = someone();
  await createPerson(services, { email: superuser, password: PASSWORD, superuser: true, ownerOf: null });
  expect(await refusalOf(superuser)).toMatchObject({ reason: "own_way" });
  const blocked = someone();
  await createPerson(services, { email: blocked, password: PASSWORD, superuser: false, ownerOf: null });
  await updateRows(services, "users", { email: blocked }, { status: "blocked" });
  expect(await refusalOf(blocked)).toMatchObject({ reason: "blocked" });
});

test("a linked person whose address belongs to another domain by now is refused", async () => {
  const email = someone();
  const said = provider.claims;
  await signInWithProvider(new TestBrowser(world), email);
  const moved = `${email}.elsewhere.example`;
  await updateRows(world.services, "users", { email }, { email: moved });
  provider.claims = said;
  expect(await refusalOf(email)).toMatchObject({ reason: "foreign_domain" });
});

test("a provider that is down, or answers garbage, is said so, and nothing breaks", async () => {
  const browser = new TestBrowser(world);
  const email = someone();
  provider.garbage = { path: "/token", status: 200, type: "text/html", body: "<h1>Oops</h1>" };
  expect(await refusalOf(email)).toMatchObject({ reason: "untrusted" });
  provider.garbage = { path: "/token", status: 500, type: "application/json", body: "{" };
  expect(await refusalOf(email)).toMatchObject({ reason: "untrusted" });
  provider.garbage = { path: "/keys", status: 200, type: "application/json", body: '{"keys":[]}' };
  expect(await refusalOf(email)).toMatchObject({ reason: "untrusted" });
  provider.garbage = { path: "/.well-known/openid-configuration", status: 200, type: "text/plain", body: "\0" };
  const { status, body } = await browser.ask("/sign-in/provider", { email });
  expect([status, body["message"]]).toEqual([
    503,
    "Your organization's provider does not answer. Try again later, or ask its administrator.",
  ]);
});

test("a provider that calls itself otherwise, or sends browsers to no web page, is not used", async () => {
  const browser = new TestBrowser(world);
  for (const metadata of [
    { issuer: "https://elsewhere.example" },
    { authorization_endpoint: "javascript:alert(1)" },
    { token_endpoint: undefined },
    { code_challenge_methods_supported: ["plain"] },
  ]) {
    provider.metadata = metadata;
    expect((await browser.ask("/sign-in/provider", { email: someone() })).status).toBe(503);
  }
});

test("one network begins sixty sign-ins in ten minutes", async () => {
  const { db } = world.services;
  const browser = new TestBrowser(world);
  const email = someone();
  await begin(browser, email);
  const { network } = await selectRow(db, "own_provider_starts", {}, "network");
  const row = { account_id: account.accountId, issuer: provider.issuer, client_id: provider.clientId, network };
  const times = { created_at: new Date(), expires_at: new Date(Date.now() + 60_000) };
  await insertRows(
    db,
    "own_provider_starts",
    Array.from({ length: STARTS_PER_NETWORK }, (_, index) => ({
      ...row,
      ...times,
      id: Buffer.from(`start ${index}`),
      browser: Buffer.alloc(32),
    })),
  );
  expect((await browser.ask("/sign-in/provider", { email })).status).toBe(429);
  await deleteRows(db, "own_provider_starts", { account_id: account.accountId });
  await begin(browser, email);
});
