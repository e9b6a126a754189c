import { selectRow } from "@kinora/db/testing-rows.ts";
import { PROOF_MINUTES } from "@kinora/domain/people/sessions.ts";
import { expect, test } from "vitest";
import { aSignedInPerson, CONSOLE, PASSWORD, sharedSignIn, TestBrowser } from "../testing.ts";
import { TestPasskey } from "./fixtures.ts";

const PROOF_MS = PROOF_MINUTES * 60_000;
const world = await sharedSignIn();

let people = 0;
/** A person signed in with the password. */
const aPerson = () => aSignedInPerson(world, `certain${(people += 1)}@example.com`);

async function withPasskey() {
  const person = await aPerson();
  const passkey = new TestPasskey(world.login);
  const { body } = await person.browser.ask("/profile/passkeys/begin", { current_password: PASSWORD });
  const credential = passkey.create(String(body["challenge"]));
  const added = await person.browser.ask("/profile/passkeys", { name: "Laptop", credential });
  return { ...person, passkey, recoveryCodes: added.body["recovery_codes"] as string[] };
}

async function signed({ browser }: { browser: TestBrowser }, passkey: TestPasskey) {
  return passkey.get(String((await browser.ask("/sign-in/passkey/begin", {})).body["challenge"]));
}

/** Whether the person's only session has a proof that is recent now. */
async function provenNow(userId: number) {
  const row = await selectRow(world.services, "login_sessions", { user_id: userId }, "proved_at", "factor_proved_at");
  const isNow = (moment: Date | null) =>
    moment !== null && world.services.clock.now().getTime() - moment.getTime() < PROOF_MS;
  return { any: isNow(row.proved_at), factor: isNow(row.factor_proved_at) };
}

test("signing in is a proof for ten minutes, and the password is one again", async () => {
  const { id, browser } = await aPerson();
  expect(await provenNow(id)).toEqual({ any: true, factor: false });
  world.later(PROOF_MS);
  expect(await provenNow(id)).toEqual({ any: false, factor: false });
  const wrong = await browser.ask("/confirm", { current_password: "not the one" });
  expect(wrong.status).toBe(422);
  expect(await provenNow(id)).toEqual({ any: false, factor: false });
  const right = await browser.ask("/confirm", { current_password: PASSWORD, redirect: `${CONSOLE}/confirmed` });
  expect(right).toMatchObject({ status: 200, body: { next: `${CONSOLE}/confirmed` } });
  expect(await provenNow(id)).toEqual({ any: true, factor: false });
});

test("a code and a passkey prove more than the password, and each works once", async () => {
  const person = await withPasskey();
  const [code] = person.recoveryCodes;
  world.later(PROOF_MS);
  expect((await person.browser.ask("/confirm", { code })).status).toBe(200);
  expect(await provenNow(person.id)).toEqual({ any: true, factor: true });
  world.later(PROOF_MS);
  expect((await person.browser.ask("/confirm", { code })).status).toBe(422);
  const credential = await signed(person, person.passkey);
  expect((await person.browser.ask("/confirm/passkey", { credential })).status).toBe(200);
  expect(await provenNow(person.id)).toEqual({ any: true, factor: true });
  world.later(PROOF_MS);
  expect((await person.browser.ask("/confirm/passkey", { credential })).status).toBe(422);
  expect(await provenNow(person.id)).toEqual({ any: false, factor: false });
});

test("another person's passkey proves nothing", async () => {
  const [person, other] = [await aPerson(), await withPasskey()];
  world.later(PROOF_MS);
  const credential = await signed(person, other.passkey);
  expect((await person.browser.ask("/confirm/passkey", { credential })).status).toBe(422);
  expect(await provenNow(person.id)).toEqual({ any: false, factor: false });
});

test("a visitor proves nothing, and nobody is led to a foreign address", async () => {
  const visitor = new TestBrowser(world);
  expect((await visitor.ask("/confirm", { current_password: PASSWORD })).status).toBe(401);
  const { browser } = await aPerson();
  const { body } = await browser.ask("/confirm", { current_password: PASSWORD, redirect: "https://evil.example/" });
  expect(body).toEqual({ next: `${CONSOLE}/dashboard` });
});
