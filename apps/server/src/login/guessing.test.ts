import { afterAll, beforeAll, expect, test } from "vitest";
import { beginAttempt, countMailRequest, TRIES_PER_ADDRESS, TRIES_PER_PERSON } from "./attempts.ts";
import { createPerson } from "./person.ts";
import { signInWorld, TestBrowser, type SignInWorld } from "./testing.ts";

const PASSWORD = "violet ladder hums";
const MINUTE = 60_000;
let world: SignInWorld;
beforeAll(async () => {
  world = await signInWorld();
  await createPerson(world.services, { email: "ada@example.com", password: PASSWORD, superuser: false, ownerOf: null });
});
afterAll(() => world.stop());

/** How many of so many tries at the same moment are let through. */
async function tries(count: number, email: (index: number) => string, ip: string): Promise<number> {
  const { db, clock } = world.services;
  const begun = await Promise.allSettled(
    Array.from({ length: count }, (_, index) => beginAttempt(db, email(index), ip, clock.now())),
  );
  return begun.filter(({ status }) => status === "fulfilled").length;
}

test("of many guesses at the same moment ten are made, and more after a quarter of an hour", async () => {
  expect(await tries(30, () => "guessed@example.com", "192.0.2.1")).toBe(TRIES_PER_PERSON);
  expect(await tries(1, () => "guessed@example.com", "192.0.2.2")).toBe(1);
  world.later(16 * MINUTE);
  expect(await tries(1, () => "guessed@example.com", "192.0.2.1")).toBe(1);
});

test("one address cannot go through everybody's passwords", async () => {
  expect(await tries(TRIES_PER_ADDRESS + 20, (index) => `person${index}@example.com`, "192.0.2.3")).toBe(
    TRIES_PER_ADDRESS,
  );
});

test("after too many tries the right password is refused too, with the seconds to wait", async () => {
  const browser = new TestBrowser(world);
  const { db, clock } = world.services;
  for (let made = 0; made < TRIES_PER_PERSON; made += 1) {
    await db
      .insertInto("login_attempts")
      .values({ email: "ada@example.com", ip: "127.0.0.1", result: "failed", created_at: clock.now() })
      .execute();
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
    await browser.ask("/sign-in", { email: "nobody@example.com", password: "wrong" }),
    await browser.ask("/sign-in", { email: "ada@example.com", password: "wrong" }),
  ];
  const { request_id: _one, ...first } = unknown.body;
  const { request_id: _other, ...second } = wrong.body;
  expect([unknown.status, first]).toEqual([wrong.status, second]);
});

test("a forgotten password is answered alike for everybody, and mails are limited per address", async () => {
  const browser = new TestBrowser(world);
  const [unknown, known] = [
    await browser.ask("/forgot", { email: "nobody@example.com" }),
    await browser.ask("/forgot", { email: "ada@example.com" }),
  ];
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  const { db, clock } = world.services;
  const asked = await Promise.allSettled(
    Array.from({ length: 15 }, () => countMailRequest(db, "x@example.com", "192.0.2.9", clock.now())),
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
