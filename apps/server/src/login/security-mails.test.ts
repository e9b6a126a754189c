import { sql } from "kysely";
import { expect, test } from "vitest";
import { RUN } from "../testing/fixtures.ts";
import { TestPasskey } from "./second-factor/fixtures.ts";
import { newBrowserMail, signInChangedMail } from "./security-mails.ts";
import { addPerson, PASSWORD, sharedSignIn, signedIn, TestBrowser } from "./testing.ts";

const world = await sharedSignIn();

async function aPerson(name: string) {
  const email = `${name}@example.com`;
  const id = await addPerson(world.services, email);
  return { id, email };
}

/** The payloads of the jobs that wait to mail a person, the earliest first. */
async function waiting({ name }: { name: string }, userId: number) {
  const { rows } = await sql<{ payload: Record<string, unknown> }>`
    select data->'payload' as payload from pgboss.job
    where name = ${name} and (data->'payload'->>'userId')::bigint = ${userId} order by created_on, id`.execute(
    world.services.db,
  );
  return rows.map(({ payload }) => payload);
}

async function lastMailTo(recipient: string): Promise<string> {
  const mail = await world.services.db
    .selectFrom("development_mails")
    .select("body")
    .where("recipient", "=", recipient)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return mail.body;
}

test("a sign-in in a browser that is not known is mailed once, with browser, place and time", async () => {
  const { id, email } = await aPerson("newcomer");
  const browser = new TestBrowser(world);
  const wrong = await browser.ask("/sign-in", { email, password: "not the password" });
  expect(wrong.status).toBe(422);
  expect(await waiting(newBrowserMail, id)).toEqual([]);
  for (let times = 0; times < 2; times += 1) await browser.ask("/sign-in", { email, password: PASSWORD });
  const [payload, ...more] = await waiting(newBrowserMail, id);
  expect(more).toEqual([]);
  await newBrowserMail.run(world.services, newBrowserMail.payload.parse(payload), RUN);
  const text = await lastMailTo(email);
  expect(text).toContain("Browser: node");
  expect(text).toMatch(/Place: .*(?:127\.0\.0\.1|::1)/);
  expect(text).toMatch(/Time: \d{4}-\d\d-\d\d \d\d:\d\d UTC/);

  await new TestBrowser(world).ask("/sign-in", { email, password: PASSWORD });
  expect(await waiting(newBrowserMail, id)).toHaveLength(2);
});

test("factors that come and go are mailed, and so is a new password, without a secret", async () => {
  const { id, email } = await aPerson("changer");
  const browser = await signedIn(world, email);
  const { body } = await browser.ask("/profile/passkeys/begin", { current_password: PASSWORD });
  const credential = new TestPasskey(world.login).create(String(body["challenge"]));
  const added = await browser.ask("/profile/passkeys", { name: "Laptop", credential });
  const [code] = added.body["recovery_codes"] as string[];
  const shown = (await browser.ask("/profile/second-factor")).body["passkeys"] as { id: number }[];
  const removed = await browser.ask(`/profile/passkeys/${String(shown[0]?.id)}/remove`, { code });
  expect(removed.status).toBe(200);
  await browser.ask("/profile/password", { current_password: PASSWORD, password: "orchard window tides" });
  const payloads = await waiting(signInChangedMail, id);
  expect(payloads.map(({ change }) => change)).toEqual(["passkey_added", "passkey_removed", "password_changed"]);
  for (const payload of payloads)
    await signInChangedMail.run(world.services, signInChangedMail.payload.parse(payload), RUN);
  const text = await lastMailTo(email);
  expect(text).toContain("All other browsers were signed out");
  expect(JSON.stringify(payloads) + text).not.toMatch(/orchard|violet/);
});
