import { insertRow, selectRow } from "@kinora/db/testing-rows.ts";
import { beforeAll, expect, test } from "vitest";
import {
  beginAttempt,
  countMailRequest,
  TRIES_BEFORE_MAIL,
  TRIES_BEFORE_SLOW,
  TRIES_PER_NETWORK,
  TRIES_PER_PERSON,
} from "./attempts.ts";
import { confirmMail } from "./mail-tasks.ts";
import { addPerson, PASSWORD, sharedSignIn, TestBrowser } from "./testing.ts";

const MINUTE = 60_000;
const world = await sharedSignIn();

beforeAll(() => addPerson(world.services, "ada@example.com"));

/** How many of so many tries at the same moment are let through. */
async function tries(
  count: number,
  email: (index: number) => string,
  ip: string | ((index: number) => string),
): Promise<number> {
  const { db, clock } = world.services;
  const begun = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const from = typeof ip === "string" ? ip : ip(index);
      return beginAttempt(db, { email: email(index), ip: from, known: false }, clock.now());
    }),
  );
  return begun.filter((attempt) => "id" in attempt).length;
}

test("of many guesses at the same moment ten are made, and more after a quarter of an hour", async () => {
  expect(await tries(30, () => "guessed@example.com", "192.0.2.1")).toBe(TRIES_PER_PERSON);
  expect(await tries(1, () => "guessed@example.com", "192.0.2.2")).toBe(1);
  world.later(16 * MINUTE);
  expect(await tries(1, () => "guessed@example.com", "192.0.2.1")).toBe(1);
});

test("one address cannot guess at the passwords of all users", async () => {
  expect(await tries(TRIES_PER_NETWORK + 20, (index) => `person${index}@example.com`, "192.0.2.3")).toBe(
    TRIES_PER_NETWORK,
  );
});

test("the addresses of one IPv6 /64 are one client, those of two are two", async () => {
  const email = () => "six@example.com";
  expect(await tries(14, email, (index) => `2001:db8:0:1::${index + 1}`)).toBe(TRIES_PER_PERSON);
  expect(await tries(14, email, (index) => `2001:db8:0:2:${index}::1`)).toBe(TRIES_PER_PERSON);
  const mails = await Promise.allSettled(
    Array.from({ length: 15 }, (_, index) =>
      countMailRequest(
        world.services.db,
        { kind: "password_reset", email: "six@example.com", ip: `2001:db8:0:3::${index}` },
        world.services.clock.now(),
      ),
    ),
  );
  expect(mails.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
});

/** Makes wrong attempts for a person, each from a new network, as fast as they are allowed. */
async function guessFromNewNetworks(email: string, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    world.later(made < TRIES_BEFORE_SLOW ? 0 : 6_000);
    expect(await tries(1, () => email, `203.0.113.${made}`)).toBe(1);
  }
}

test("attempts for one person are slowed down, from however many networks", async () => {
  const many = (index: number) => `198.51.100.${index}`;
  expect(await tries(101, () => "bob@example.com", many)).toBe(TRIES_BEFORE_SLOW);
  expect(await tries(5, () => "bob@example.com", many)).toBe(0);
  world.later(6_000);
  expect(await tries(5, () => "bob@example.com", many)).toBe(1);
  expect(await tries(1, () => "another.person@example.com", "198.51.100.1")).toBe(1);
});

test("attackers lock no one out: known browsers continue to work, and a mailed link makes another one known", async () => {
  const email = "eve@example.com";
  await addPerson(world.services, email);
  const [known, other] = [new TestBrowser(world), new TestBrowser(world)];
  expect((await known.ask("/sign-in", { email, password: PASSWORD })).status).toBe(200);
  await guessFromNewNetworks(email, TRIES_BEFORE_MAIL);
  world.later(6_000);
  const unknown = await other.ask("/sign-in", { email, password: PASSWORD });
  expect(unknown.status).toBe(429);
  expect(unknown.body["message"]).toMatch(/Open the link we sent/);
  expect(Number(unknown.headers.get("retry-after"))).toBeGreaterThan(60);
  expect((await known.ask("/sign-in", { email, password: PASSWORD })).status).toBe(200);

  expect((await other.ask("/sign-in", { email, password: PASSWORD })).status).toBe(429);
  const asked = await world.services.jobs.boss.fetch<{ payload: { email: string } }>(confirmMail.name, {
    batchSize: 10,
  });
  expect(asked.map(({ data }) => data.payload.email)).toEqual([email]);
  await confirmMail.run(world.services, { email }, { jobId: "1", signal: new AbortController().signal, failures: 0 });
  const mail = await selectRow(world.services, "development_mails", { recipient: email }, "body");
  const confirm = /confirm=([\w-]+)/.exec(mail.body)?.[1] ?? "";
  expect((await other.ask("/sign-in", { email: "ada@example.com", password: "x", confirm })).status).toBe(422);
  expect((await other.ask("/sign-in", { email, password: PASSWORD, confirm: "made-up" })).status).toBe(429);
  expect((await other.ask("/sign-in", { email, password: "wrong", confirm })).status).toBe(422);
  expect((await other.ask("/sign-in", { email, password: PASSWORD, confirm })).status).toBe(200);
  expect((await other.ask("/sign-in", { email, password: PASSWORD })).status).toBe(200);
  const third = new TestBrowser(world);
  expect((await third.ask("/sign-in", { email, password: PASSWORD, confirm })).status).toBe(429);
});

test("an unknown email is answered like a known one, also after too many attempts", async () => {
  for (const email of ["unknown.person@example.com", "eve@example.com"]) {
    await guessFromNewNetworks(email, email.startsWith("unknown") ? TRIES_BEFORE_MAIL : 0);
    world.later(6_000);
    const { status, body } = await new TestBrowser(world).ask("/sign-in", { email, password: PASSWORD });
    expect([status, String(body["message"])]).toEqual([429, expect.stringMatching(/Open the link we sent/)]);
  }
});

test("a browser is unknown again once the password changed elsewhere, and a forged cookie makes none known", async () => {
  const email = "mallory@example.com";
  await addPerson(world.services, email);
  const [one, other, liar] = [new TestBrowser(world), new TestBrowser(world), new TestBrowser(world)];
  for (const browser of [one, other]) await browser.ask("/sign-in", { email, password: PASSWORD });
  const password = "amber bridge sleeps";
  await other.ask("/profile/password", { current_password: PASSWORD, password });
  liar.cookies.push({ name: world.cookieName("kinora_known"), value: "x".repeat(43), path: "/" });
  await guessFromNewNetworks(email, TRIES_BEFORE_MAIL);
  world.later(6_000);
  expect((await one.ask("/sign-in", { email, password })).status).toBe(429);
  expect((await liar.ask("/sign-in", { email, password })).status).toBe(429);
  expect((await other.ask("/sign-in", { email, password })).status).toBe(200);
});

test("after too many tries the right password is refused too, with the seconds to wait", async () => {
  const browser = new TestBrowser(world);
  const { db, clock } = world.services;
  for (let made = 0; made < TRIES_PER_PERSON; made += 1) {
    await insertRow(db, "login_attempts", {
      email: "ada@example.com",
      ip: "127.0.0.1",
      network: "127.0.0.1",
      result: "failed",
      created_at: clock.now(),
    });
  }
  const refused = await browser.ask("/sign-in", { email: "ada@example.com", password: PASSWORD });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800);
  expect(refused.body["message"]).toMatch(/Try again in 15 minutes/);
  world.later(16 * MINUTE);
  expect((await browser.ask("/sign-in", { email: "Ada@Example.com ", password: PASSWORD })).status).toBe(200);
});

test("an unknown e-mail and a wrong password are answered alike", async () => {
  const browser = new TestBrowser(world);
  const [unknown, wrong] = [
    await browser.ask("/sign-in", { email: "unknown@example.com", password: "wrong" }),
    await browser.ask("/sign-in", { email: "ada@example.com", password: "wrong" }),
  ];
  const { request_id: _one, ...first } = unknown.body;
  const { request_id: _other, ...second } = wrong.body;
  expect([unknown.status, first]).toEqual([wrong.status, second]);
});

test("a forgotten password is answered alike for every email, and mails are limited per address", async () => {
  const browser = new TestBrowser(world);
  const [unknown, known] = [
    await browser.ask("/forgot", { email: "unknown@example.com" }),
    await browser.ask("/forgot", { email: "ada@example.com" }),
  ];
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  const { db, clock } = world.services;
  const asked = await Promise.allSettled(
    Array.from({ length: 15 }, () =>
      countMailRequest(db, { kind: "password_reset", email: "x@example.com", ip: "192.0.2.9" }, clock.now()),
    ),
  );
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
});

test.each([
  ["no origin", {}],
  ["a foreign origin", { origin: "https://evil.example", "x-kinora-login": "1" }],
  ["the console's origin", { origin: "http://localhost:4000", "x-kinora-login": "1" }],
  ["no header of ours", { origin: "own" }],
])("a page's operation is refused with %s", async (_name, headers) => {
  const browser = new TestBrowser(world);
  const origin = "origin" in headers && headers.origin === "own" ? { origin: world.login } : {};
  const response = await browser.fetch(`${world.login}/api/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers, ...origin },
    body: JSON.stringify({ email: "ada@example.com", password: PASSWORD }),
  });
  expect(response.status).toBe(403);
});

test("strangers who use up the mails to an address of a day keep nobody from a new password in a browser of theirs", async () => {
  const email = "reset.often@example.com";
  await addPerson(world.services, email);
  const [known, other] = [new TestBrowser(world), new TestBrowser(world)];
  expect((await known.ask("/sign-in", { email, password: PASSWORD })).status).toBe(200);
  const { db, clock } = world.services;
  const ask = (index: number) =>
    countMailRequest(db, { kind: "password_reset", email, ip: `2001:db8:5:${index}::1` }, clock.now());
  for (let index = 0; index < 20; index += 1) await ask(index);
  await expect(ask(20)).rejects.toMatchObject({ code: "rate_limited", message: expect.stringContaining("superuser") });
  expect((await other.ask("/forgot", { email })).status).toBe(429);
  expect((await known.ask("/forgot", { email })).status).toBe(200);
});
