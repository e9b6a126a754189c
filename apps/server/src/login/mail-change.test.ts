import { selectRow } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { RUN } from "../testing/fixtures.ts";
import { mailChangedMail, mailChangeLinks } from "./mail-change-mails.ts";
import { addPerson, aSignedInPerson, PASSWORD, sharedSignIn, TestBrowser } from "./testing.ts";
import { createToken, readToken } from "./tokens.ts";

const DAY = 24 * 60 * 60 * 1000;
const world = await sharedSignIn();

let people = 0;
async function aPerson() {
  people += 1;
  const [email, next] = [`mover${people}@example.com`, `moved${people}@example.net`];
  const { id, browser } = await aSignedInPerson(world, email);
  return { id, email, next, browser };
}
type Person = Awaited<ReturnType<typeof aPerson>>;

async function lastMailTo(recipient: string): Promise<string> {
  const mail = await world.services.db
    .selectFrom("development_mails")
    .select("body")
    .where("recipient", "=", recipient)
    .orderBy("id", "desc")
    .executeTakeFirst();
  return mail?.body ?? "";
}
const tokenIn = (text: string): string | null => /email-change\?token=([\w-]+)/.exec(text)?.[1] ?? null;

/** Begins the change; the tokens of the two mails. */
async function asked({ id, email, next, browser }: Person, to = next) {
  const { status } = await browser.ask("/profile/email", { email: to, current_password: PASSWORD });
  expect(status).toBe(200);
  await mailChangeLinks.run(world.services, { userId: id }, RUN);
  return { old: tokenIn(await lastMailTo(email)), fresh: tokenIn(await lastMailTo(to)) };
}

/** What anyone does who opened a link, signed in or not. */
const confirm = (token: string | null) => new TestBrowser(world).ask("/email-change/confirm", { token });
const cancel = (token: string | null) => new TestBrowser(world).ask("/email-change/cancel", { token });

async function emailOf({ id }: Person): Promise<string> {
  const { email } = await selectRow(world.services, "users", { id }, "email");
  return email;
}

test.each([["old", "new"] as const, ["new", "old"] as const])(
  "the address changes when the %s and then the %s one confirmed it, and sessions stay",
  async (first, _second) => {
    const person = await aPerson();
    const reset = await createToken(world.services.db, "reset", person.id, world.services.clock.now());
    const { old, fresh } = await asked(person);
    const [one, other] = first === "old" ? [old, fresh] : [fresh, old];
    expect((await confirm(one)).body).toMatchObject({ changed: false });
    expect((await confirm(one)).body).toMatchObject({ changed: false });
    expect(await emailOf(person)).toBe(person.email);
    expect((await person.browser.ask("/profile")).body["mail_change"]).toMatchObject({
      email: person.next,
      old_confirmed: first === "old",
      new_confirmed: first === "new",
    });
    expect((await confirm(other)).body).toMatchObject({ changed: true });
    expect(await emailOf(person)).toBe(person.next);
    expect((await person.browser.ask("/profile")).body).toMatchObject({
      user: { email: person.next },
      mail_change: null,
    });
    const fromElsewhere = new TestBrowser(world);
    expect((await fromElsewhere.ask("/sign-in", { email: person.email, password: PASSWORD })).status).toBe(422);
    expect((await fromElsewhere.ask("/sign-in", { email: person.next, password: PASSWORD })).status).toBe(200);
    // A link that the old mailbox still holds opens nothing.
    expect((await readToken(world.services.db, "reset", reset, world.services.clock.now())).state).toBe("expired");
    await mailChangedMail.run(world.services, { userId: person.id, oldEmail: person.email }, RUN);
    for (const address of [person.email, person.next])
      expect(await lastMailTo(address)).toContain(`is now ${person.next} instead of`);
    const lines = await world.services.db
      .selectFrom("audit_log")
      .select(["action", "changes"])
      .where("object_id", "=", person.id)
      .where("action", "like", "user.email%")
      .orderBy("id")
      .execute();
    const changes = { email: [person.email, person.next] };
    expect(lines).toEqual([
      { action: "user.email_change_asked", changes },
      { action: "user.email_changed", changes },
    ]);
  },
);

test("the old address stops a change, the new one cannot, and a stopped change is over", async () => {
  const person = await aPerson();
  const { old, fresh } = await asked(person);
  expect((await cancel(fresh)).status).toBe(410);
  expect((await confirm(fresh)).status).toBe(200);
  expect((await cancel(old)).status).toBe(200);
  for (const token of [old, fresh]) expect((await confirm(token)).status).toBe(410);
  expect(await emailOf(person)).toBe(person.email);
});

test("links work for a day, and a new request ends the earlier ones with their confirmations", async () => {
  const person = await aPerson();
  const first = await asked(person);
  expect((await confirm(first.old)).status).toBe(200);
  const second = await asked(person, `other.${person.next}`);
  for (const token of [first.old, first.fresh]) expect((await confirm(token)).status).toBe(410);
  expect((await confirm(second.fresh)).body).toMatchObject({ changed: false });
  world.later(DAY);
  expect((await confirm(second.old)).status).toBe(410);
  expect(await emailOf(person)).toBe(person.email);
});

test("an address that has a sign-in is not taken, and who asks does not learn that", async () => {
  const [person, other] = [await aPerson(), await aPerson()];
  const { old, fresh } = await asked(person, other.email);
  expect(fresh).toBeNull();
  expect(await lastMailTo(other.email)).toContain("This address already has an account");
  expect((await confirm(old)).body).toMatchObject({ changed: false });
  expect(await emailOf(person)).toBe(person.email);

  // Taken after both links were sent.
  const third = await aPerson();
  const links = await asked(third);
  await addPerson(world.services, third.next);
  expect((await confirm(links.fresh)).status).toBe(200);
  expect((await confirm(links.old)).status).toBe(409);
  expect(await emailOf(third)).toBe(third.email);
});

test("two people who confirm the same new address at the same moment: one has it, the other is refused in words", async () => {
  const [one, other] = [await aPerson(), await aPerson()];
  const address = `shared.${one.next}`;
  const links = [await asked(one, address), await asked(other, address)];
  for (const { old } of links) expect((await confirm(old)).status).toBe(200);
  // Neither sees what the other writes: the second waits in the unique index.
  const pause = sql`
    create function slow_email() returns trigger language plpgsql as $$ begin perform pg_sleep(0.3); return new; end $$;
    create trigger slow_email after update of email on users for each row execute function slow_email()`;
  await pause.execute(world.services.db);
  try {
    const answers = await Promise.all(links.map(({ fresh }) => confirm(fresh)));
    expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body["message"]).toBe("This address has a sign-in already. Yours stays as it is.");
  } finally {
    await sql`drop function slow_email() cascade`.execute(world.services.db);
  }
  expect([await emailOf(one), await emailOf(other)].filter((email) => email === address)).toHaveLength(1);
});

test("both links of a change opened at the same moment change the address", async () => {
  const person = await aPerson();
  const { old, fresh } = await asked(person);
  const answers = await Promise.all([confirm(old), confirm(fresh)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await emailOf(person)).toBe(person.next);
});

test("asking takes the password, the person withdraws, and a new password ends a change", async () => {
  const person = await aPerson();
  const refused = await person.browser.ask("/profile/email", { email: person.next, current_password: "wrong" });
  expect(refused.status).toBe(422);
  expect(
    (await person.browser.ask("/profile/email", { email: person.email, current_password: PASSWORD })).body["errors"],
  ).toHaveProperty("email");
  expect((await new TestBrowser(world).ask("/profile/email", { email: person.next })).status).toBe(401);
  const first = await asked(person);
  expect((await person.browser.ask("/profile/email", undefined, "DELETE")).status).toBe(200);
  expect((await confirm(first.old)).status).toBe(410);

  const second = await asked(person);
  const changed = { current_password: PASSWORD, password: "orchard window tides" };
  expect((await person.browser.ask("/profile/password", changed)).status).toBe(200);
  expect((await confirm(second.old)).status).toBe(410);
});

test("the links' page says what they are about, to whom it was sent and nothing of others", async () => {
  const person = await aPerson();
  const { old, fresh } = await asked(person);
  const inspect = async (token: string | null) =>
    (await new TestBrowser(world).ask("/email-change", { token })).body["change"];
  const about = { old_email: person.email, new_email: person.next, confirmed: false };
  expect(await inspect(old)).toEqual({ side: "old", ...about });
  expect(await inspect(fresh)).toEqual({ side: "new", ...about });
  expect(await inspect("none")).toBeNull();
});
