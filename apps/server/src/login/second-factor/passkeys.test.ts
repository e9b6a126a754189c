import { selectOrdered, updateRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { aSignedInPerson, CONSOLE, PASSWORD, sharedSignIn, TestBrowser } from "../testing.ts";
import { TestPasskey } from "./fixtures.ts";

const world = await sharedSignIn();

let people = 0;
const aPerson = () => aSignedInPerson(world, `modern${(people += 1)}@example.com`);

type Person = Awaited<ReturnType<typeof aPerson>>;

async function challengeFor({ browser }: Person): Promise<string> {
  const { status, body } = await browser.ask("/profile/passkeys/begin", { current_password: PASSWORD });
  expect(status).toBe(200);
  return String(body["challenge"]);
}

const add = ({ browser }: Person, passkey: TestPasskey, challenge: string) =>
  browser.ask("/profile/passkeys", { name: "Laptop", credential: passkey.create(challenge) });

/** A person with a passkey, and the recovery codes that came with it. */
async function withPasskey() {
  const person = await aPerson();
  const passkey = new TestPasskey(world.login);
  const { status, body } = await add(person, passkey, await challengeFor(person));
  expect(status).toBe(200);
  return { ...person, passkey, recoveryCodes: body["recovery_codes"] as string[] };
}

async function challenge(browser: TestBrowser): Promise<string> {
  return String((await browser.ask("/sign-in/passkey/begin", {})).body["challenge"]);
}

const signIn = (browser: TestBrowser, credential: object) =>
  browser.ask("/sign-in/passkey", { credential, redirect: `${CONSOLE}/video` });

const passkeysOf = async ({ browser }: Person) =>
  (await browser.ask("/profile/second-factor")).body["passkeys"] as { id: number; name: string }[];

test("a passkey signs in alone, and ten recovery codes come with the first one", async () => {
  const person = await withPasskey();
  expect(person.recoveryCodes).toHaveLength(10);
  const browser = new TestBrowser(world);
  const { status, body } = await signIn(browser, person.passkey.get(await challenge(browser)));
  expect(status).toBe(200);
  expect(await browser.follow(String(body["next"]))).toBe(`${CONSOLE}/video`);
  const second = await add(person, new TestPasskey(world.login), await challengeFor(person));
  expect(second.body["recovery_codes"]).toEqual([]);
});

test("the password of a person with a passkey is not enough", async () => {
  const { email, recoveryCodes } = await withPasskey();
  const browser = new TestBrowser(world);
  const { body } = await browser.ask("/sign-in", { email, password: PASSWORD });
  expect(body).toMatchObject({ next: "", second_factor: { app: false, passkey: true } });
  const { ticket } = body["second_factor"] as { ticket: string };
  const answer = await browser.ask("/sign-in/code", { ticket, code: recoveryCodes[0], remember: false });
  expect(answer.status).toBe(200);
});

test.each(["https://evil.example", "http://localhost:4000"])("a passkey of %s is refused", async (origin) => {
  const person = await aPerson();
  const foreign = new TestPasskey(origin);
  expect((await add(person, foreign, await challengeFor(person))).status).toBe(422);
  const { passkey } = await withPasskey();
  passkey.origin = origin;
  const browser = new TestBrowser(world);
  expect((await signIn(browser, passkey.get(await challenge(browser)))).status).toBe(422);
  // That of the challenge alone.
  expect(browser.cookies.map(({ name }) => name)).toEqual([expect.stringMatching(/^kinora_passkey_/)]);
});

test("a challenge is answered once, within five minutes, and only one of ours", async () => {
  const { passkey } = await withPasskey();
  const browser = new TestBrowser(world);
  const asked = await challenge(browser);
  expect((await signIn(browser, passkey.get(asked))).status).toBe(200);
  expect((await signIn(browser, passkey.get(asked))).status).toBe(422);
  const forged = Buffer.alloc(62, 255).toString("base64url");
  expect((await signIn(browser, passkey.get(forged))).status).toBe(422);
  const late = await challenge(browser);
  world.later(6 * 60_000);
  expect((await signIn(browser, passkey.get(late))).status).toBe(422);
});

test("a challenge is answered in the browser that asked for it, and in no other", async () => {
  const { passkey } = await withPasskey();
  const [browser, other] = [new TestBrowser(world), new TestBrowser(world)];
  const asked = await challenge(browser);
  const again = await challenge(browser);
  await challenge(other);
  for (const stranger of [other, new TestBrowser(world)])
    expect((await signIn(stranger, passkey.get(asked))).status).toBe(422);
  expect((await signIn(browser, passkey.get(asked))).status).toBe(200);
  expect((await signIn(browser, passkey.get(again))).status).toBe(200);
});

test("a passkey without a PIN or the like, and one that nobody knows, are refused", async () => {
  const { passkey } = await withPasskey();
  const browser = new TestBrowser(world);
  passkey.verifiesUser = false;
  expect((await signIn(browser, passkey.get(await challenge(browser)))).status).toBe(422);
  const unknown = new TestPasskey(world.login);
  expect((await signIn(browser, unknown.get(await challenge(browser)))).status).toBe(422);
});

test("a challenge for one person adds no passkey to another, and a stored one is not added again", async () => {
  const [one, other] = [await aPerson(), await aPerson()];
  const passkey = new TestPasskey(world.login);
  expect((await add(other, passkey, await challengeFor(one))).status).toBe(422);
  expect((await add(one, passkey, await challengeFor(one))).status).toBe(200);
  expect((await add(other, passkey, await challengeFor(other))).status).toBe(409);
});

test("a person renames and removes their own passkeys only, and each change is audited without keys", async () => {
  const person = await withPasskey();
  const stranger = await aPerson();
  const [passkey] = await passkeysOf(person);
  const path = `/profile/passkeys/${passkey?.id}`;
  const proof = { current_password: PASSWORD };
  expect((await stranger.browser.ask(path, { name: "Mine" }, "PUT")).status).toBe(404);
  expect((await stranger.browser.ask(`${path}/remove`, proof)).status).toBe(404);
  expect((await person.browser.ask(path, { name: "Phone" }, "PUT")).status).toBe(200);
  expect((await person.browser.ask(`${path}/remove`, { current_password: "wrong" })).status).toBe(422);
  expect(await passkeysOf(person)).toMatchObject([{ name: "Phone" }]);
  expect((await person.browser.ask(`${path}/remove`, proof)).status).toBe(200);
  const browser = new TestBrowser(world);
  expect((await signIn(browser, person.passkey.get(await challenge(browser)))).status).toBe(422);
  const { body } = await browser.ask("/sign-in", { email: person.email, password: PASSWORD });
  expect(body["second_factor"]).toBeNull();
  const lines = await selectOrdered(
    world.services,
    "audit_log",
    "id",
    { object_id: person.id, object_type: "user" },
    "action",
    "changes",
  );
  expect(lines).toEqual([
    { action: "user.passkey_added", changes: { name: "Laptop" } },
    { action: "user.passkey_renamed", changes: { name: ["Laptop", "Phone"] } },
    { action: "user.passkey_removed", changes: { name: "Phone" } },
  ]);
});

test("a blocked person's passkey does not sign in", async () => {
  const person = await withPasskey();
  await updateRows(world.services, "users", { id: person.id }, { status: "blocked" });
  const browser = new TestBrowser(world);
  expect((await signIn(browser, person.passkey.get(await challenge(browser)))).status).toBe(422);
});
