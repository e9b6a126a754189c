import { selectOrdered, selectRow, selectRows } from "@kinora/db/testing-rows.ts";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { TRIES_PER_PERSON } from "../attempts.ts";
import { aSignedInPerson, CONSOLE, PASSWORD, sharedSignIn, TestBrowser } from "../testing.ts";
import { createToken } from "../tokens.ts";

const STEP = 30_000;
const world = await sharedSignIn();

let people = 0;

interface Person {
  id: number;
  email: string;
  secret: string;
  recoveryCodes: string[];
  browser: TestBrowser;
}

/** A person with codes of an app, signed in in one browser. */
async function aPerson(): Promise<Person> {
  people += 1;
  const email = `careful${people}@example.com`;
  const { id, browser } = await aSignedInPerson(world, email);
  const { body } = await browser.ask("/profile/totp/begin", { current_password: PASSWORD });
  const secret = String(body["secret"]);
  expect(body["uri"]).toContain("otpauth://totp/Kinora:");
  const confirmed = await browser.ask("/profile/totp", { code: codeOf(secret) });
  expect(confirmed.status).toBe(200);
  // The code that turned it on is used up.
  world.later(STEP);
  return { id, email, secret, recoveryCodes: confirmed.body["recovery_codes"] as string[], browser };
}

function codeOf(secret: string): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: world.services.clock.now().getTime() });
}

async function ticketOf({ email }: Person, browser = new TestBrowser(world)) {
  const { body } = await browser.ask("/sign-in", { email, password: PASSWORD });
  expect(body["next"]).toBe("");
  return { browser, ticket: (body["second_factor"] as { ticket: string }).ticket };
}

const present = (browser: TestBrowser, ticket: string, code: string, remember = false) =>
  browser.ask("/sign-in/code", { ticket, code, remember, redirect: `${CONSOLE}/video` });

const signedIn = async (browser: TestBrowser) => (await browser.ask("/profile")).status === 200;

test("the password alone does not sign in, the password and a code do", async () => {
  const person = await aPerson();
  const { browser, ticket } = await ticketOf(person);
  expect(browser.cookies).toEqual([]);
  expect(await signedIn(browser)).toBe(false);
  expect((await present(browser, ticket, "000000")).status).toBe(422);
  const { status, body } = await present(browser, ticket, codeOf(person.secret));
  expect(status).toBe(200);
  expect(await browser.follow(String(body["next"]))).toBe(`${CONSOLE}/video`);
});

test("a code is taken with blanks and in the digits of a Persian keyboard", async () => {
  const person = await aPerson();
  const { browser, ticket } = await ticketOf(person);
  const typed = codeOf(person.secret).replaceAll(/\d/g, (digit) => String.fromCodePoint(0x06f0 + Number(digit)));
  expect((await present(browser, ticket, `${typed.slice(0, 3)} ${typed.slice(3)}`)).status).toBe(200);
});

test("a code is refused the second time, also with another ticket, and an earlier one after a later one", async () => {
  const person = await aPerson();
  const [one, two] = [await ticketOf(person), await ticketOf(person)];
  const earlier = codeOf(person.secret);
  world.later(STEP);
  const code = codeOf(person.secret);
  expect((await present(one.browser, one.ticket, code)).status).toBe(200);
  expect((await present(two.browser, two.ticket, code)).body["errors"]).toEqual({ code: [expect.any(String)] });
  expect((await present(two.browser, two.ticket, earlier)).status).toBe(422);
  world.later(STEP);
  const next = codeOf(person.secret);
  const answers = await Promise.all(
    [await ticketOf(person), await ticketOf(person)].map(({ browser, ticket }) => present(browser, ticket, next)),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
});

test("a ticket works once and for ten minutes, and ends with a new password", async () => {
  const person = await aPerson();
  const { browser, ticket } = await ticketOf(person);
  expect((await present(browser, ticket, codeOf(person.secret))).status).toBe(200);
  world.later(STEP);
  expect((await present(browser, ticket, codeOf(person.secret))).status).toBe(410);
  const late = await ticketOf(person);
  world.later(11 * 60_000);
  expect((await present(late.browser, late.ticket, codeOf(person.secret))).status).toBe(410);
  const changed = await ticketOf(person);
  await person.browser.ask("/profile/password", { current_password: PASSWORD, password: "amber bridge sleeps" });
  expect((await present(changed.browser, changed.ticket, codeOf(person.secret))).status).toBe(410);
});

test("a recovery code works once, however it is typed, and only its hash is stored", async () => {
  const person = await aPerson();
  expect(person.recoveryCodes).toHaveLength(10);
  const [code = ""] = person.recoveryCodes;
  const first = await ticketOf(person);
  expect((await present(first.browser, first.ticket, code.toUpperCase().replaceAll("-", " "))).status).toBe(200);
  const second = await ticketOf(person);
  expect((await present(second.browser, second.ticket, code)).status).toBe(422);
  const { body } = await first.browser.ask("/profile/second-factor");
  expect(body["recovery_codes_left"]).toBe(9);
  const { rows } = await selectRows(world.services, "login_recovery_codes", { user_id: person.id }).then((found) => ({
    rows: JSON.stringify(found),
  }));
  for (const made of person.recoveryCodes) expect(rows).not.toContain(made);
});

test("new recovery codes end the earlier ones and need the password", async () => {
  const person = await aPerson();
  expect((await person.browser.ask("/profile/recovery-codes", { current_password: "wrong" })).status).toBe(422);
  expect((await person.browser.ask("/profile/recovery-codes", {})).status).toBe(422);
  const { body } = await person.browser.ask("/profile/recovery-codes", { current_password: PASSWORD });
  const [fresh = ""] = body["recovery_codes"] as string[];
  const { browser, ticket } = await ticketOf(person);
  expect((await present(browser, ticket, person.recoveryCodes[0] ?? "")).status).toBe(422);
  expect((await present(browser, ticket, fresh)).status).toBe(200);
});

test("guesses at codes are limited as those at passwords are", async () => {
  const person = await aPerson();
  const { browser, ticket } = await ticketOf(person);
  const statuses: number[] = [];
  for (let guess = 0; guess < TRIES_PER_PERSON + 2; guess += 1)
    statuses.push((await present(browser, ticket, String(100_000 + guess))).status);
  expect(statuses.filter((status) => status === 422)).toHaveLength(TRIES_PER_PERSON);
  const right = await present(browser, ticket, codeOf(person.secret));
  expect(right.status).toBe(429);
  // The person's own browser is not affected.
  const own = await ticketOf(person, person.browser);
  expect((await present(own.browser, own.ticket, codeOf(person.secret))).status).toBe(200);
});

test("a remembered browser is not asked for 30 days, until it is forgotten or the password changes", async () => {
  const person = await aPerson();
  const { browser, ticket } = await ticketOf(person);
  await present(browser, ticket, codeOf(person.secret), true);
  const again = async () => (await browser.ask("/sign-in", { email: person.email, password: PASSWORD })).body;
  expect((await again())["second_factor"]).toBeNull();
  const other = await aPerson();
  // Somebody else is asked in this browser.
  await ticketOf(other, browser);
  const { body } = await browser.ask("/profile/second-factor");
  const [trusted] = body["trusted_browsers"] as { id: string }[];
  expect((await other.browser.ask(`/profile/trusted-browsers/${trusted?.id}`, undefined, "DELETE")).status).toBe(404);
  expect((await again())["second_factor"]).toBeNull();
  await browser.ask(`/profile/trusted-browsers/${trusted?.id}`, undefined, "DELETE");
  expect((await again())["second_factor"]).not.toBeNull();

  const next = await ticketOf(person, browser);
  world.later(STEP);
  await present(browser, next.ticket, codeOf(person.secret), true);
  world.later(31 * 24 * 60 * 60_000);
  expect((await again())["second_factor"]).not.toBeNull();
});

test("a link for a new password does not replace the second factor", async () => {
  const person = await aPerson();
  const { db, clock } = world.services;
  const token = await createToken(db, "reset", person.id, clock.now());
  const browser = new TestBrowser(world);
  const { body } = await browser.ask("/reset", { token, password: "amber bridge sleeps" });
  expect(body["next"]).toBe("");
  expect(await signedIn(browser)).toBe(false);
  const { ticket } = body["second_factor"] as { ticket: string };
  expect((await present(browser, ticket, codeOf(person.secret))).status).toBe(200);
});

test("turning it off needs the password or a code, and ends its recovery codes and remembered browsers", async () => {
  const person = await aPerson();
  const off = (proof: object) => person.browser.ask("/profile/totp/off", proof);
  expect((await off({})).status).toBe(422);
  expect((await off({ current_password: "wrong" })).status).toBe(422);
  expect((await off({ code: "000000" })).status).toBe(422);
  expect((await off({ code: codeOf(person.secret) })).status).toBe(200);
  const { body } = await new TestBrowser(world).ask("/sign-in", { email: person.email, password: PASSWORD });
  expect(body["second_factor"]).toBeNull();
  expect((await person.browser.ask("/profile/second-factor")).body).toEqual({
    totp_since: null,
    required_by: null,
    recovery_codes_left: 0,
    passkeys: [],
    trusted_browsers: [],
  });
});

test("another app is set up only after the first is turned off, and needs the password", async () => {
  const person = await aPerson();
  expect((await person.browser.ask("/profile/totp/begin", { current_password: "wrong" })).status).toBe(422);
  expect((await person.browser.ask("/profile/totp/begin", { current_password: PASSWORD })).status).toBe(409);
});

test("the secret is sealed, and the audit log has the changes without secrets", async () => {
  const person = await aPerson();
  const { db } = world.services;
  const { secret_sealed: sealed } = await selectRow(db, "login_totp", { user_id: person.id }, "secret_sealed");
  expect(sealed.includes(person.secret)).toBe(false);
  const { browser, ticket } = await ticketOf(person);
  await present(browser, ticket, person.recoveryCodes[0] ?? "");
  await browser.ask("/profile/recovery-codes", { current_password: PASSWORD });
  await browser.ask("/profile/totp/off", { current_password: PASSWORD });
  const lines = await selectOrdered(db, "audit_log", "id", { object_type: "user", object_id: person.id });
  expect(lines.map(({ action }) => action)).toEqual([
    "user.totp_on",
    "user.recovery_code_used",
    "user.recovery_codes_made",
    "user.totp_off",
  ]);
  const text = JSON.stringify(lines);
  for (const hidden of [person.secret, ...person.recoveryCodes, PASSWORD]) expect(text).not.toContain(hidden);
});
