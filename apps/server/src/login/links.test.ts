import { insertRow, selectOrdered, selectRows } from "@kinora/db/testing-rows.ts";
import { beforeEach, expect, test } from "vitest";
import { addPerson, RUN } from "../testing/fixtures.ts";
import { firstRunLink } from "./first-run.ts";
import { activationMail, registrationMail, resetMail } from "./mail-tasks.ts";
import { createPerson } from "./person.ts";
import { PASSWORD, sharedSignIn, TestBrowser } from "./testing.ts";

const DAY = 24 * 60 * 60 * 1000;
let browser: TestBrowser;
const world = await sharedSignIn();
beforeEach(() => {
  browser = new TestBrowser(world);
});

const tokenIn = (text: string): string => /token=([\w-]+)/.exec(text)?.[1] ?? "";

/** A leaked password is refused at its field, and the link stays usable. */
async function expectWeakRefused(path: string, body: object): Promise<void> {
  const { status, body: answer } = await browser.ask(path, { ...body, password: "Password123!" });
  expect(status).toBe(422);
  expect(answer["errors"]).toHaveProperty("password");
}

async function mailsTo(recipient: string) {
  return selectOrdered(world.services, "development_mails", "id", { recipient });
}

async function anInvitation(email: string): Promise<{ userId: number; token: string }> {
  const userId = await addPerson(world.services, { email, status: "invited" });
  await activationMail.run(world.services, { userId }, RUN);
  return { userId, token: tokenIn((await mailsTo(email)).at(-1)?.body ?? "") };
}

test("the first-run link makes the first person superuser and owner, once, even when two use it at the same moment", async () => {
  const earlier = tokenIn((await firstRunLink(world.services.config)) ?? "");
  const token = tokenIn((await firstRunLink(world.services.config)) ?? "");
  const person = {
    email: "first@example.com",
    first_name: "Ada",
    last_name: "L",
    account_name: "First account",
    password: PASSWORD,
  };
  expect((await browser.ask("/first-run", { token: earlier, ...person })).status).toBe(410);
  await expectWeakRefused("/first-run", { token, ...person });
  const both = await Promise.all([
    browser.ask("/first-run", { token, ...person }),
    new TestBrowser(world).ask("/first-run", { token, ...person, email: "second@example.com" }),
  ]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
  const { db } = world.services;
  expect(await selectRows(db, "users", {}, "superuser")).toEqual([{ superuser: true }]);
  expect(
    await db.selectFrom("accounts").innerJoin("account_owners", "account_id", "id").select("name").execute(),
  ).toEqual([{ name: "First account" }]);
  expect((await selectRows(db, "roles", {}, "title")).length).toBe(7);
  expect(await firstRunLink(world.services.config)).toBeNull();
  // The used link, the one before it, and no link at all.
  for (const known of [token, earlier, ""])
    expect((await browser.ask("/token", { kind: "first_run", token: known })).body["state"]).toBe("used");
});

test("an invited person chooses name and password with the mailed link and is signed in", async () => {
  const { userId, token } = await anInvitation("invited@example.com");
  expect((await browser.ask("/token", { kind: "activate", token })).body).toMatchObject({
    state: "valid",
    email: "invited@example.com",
  });
  const weak = await browser.ask("/activate", {
    token,
    first_name: "In",
    last_name: "Vited",
    password: "invited@example.com",
  });
  expect(weak.status).toBe(422);
  expect(weak.body["errors"]).toHaveProperty("password");
  expect(
    (await browser.ask("/activate", { token, first_name: "In", last_name: "Vited", password: PASSWORD })).status,
  ).toBe(200);
  const profile = await browser.ask("/profile");
  expect(profile.body["user"]).toMatchObject({ id: userId, first_name: "In" });
  expect((await new TestBrowser(world).ask("/token", { kind: "activate", token })).body).toMatchObject({
    state: "used",
    email: null,
  });
  expect(
    (await new TestBrowser(world).ask("/activate", { token, first_name: "X", last_name: "Y", password: PASSWORD }))
      .status,
  ).toBe(410);
});

test("an expired invitation is replaced by a new one to the same address, and says nothing about whose it was", async () => {
  const { token } = await anInvitation("late@example.com");
  world.later(8 * DAY);
  expect((await browser.ask("/token", { kind: "activate", token })).body).toMatchObject({
    state: "expired",
    email: null,
  });
  expect((await browser.ask("/activate/resend", { token })).body).toEqual(
    (await browser.ask("/activate/resend", { token: "made-up" })).body,
  );
  const waiting = await world.services.jobs.boss.fetch<{ payload: { userId: number } }>(activationMail.name);
  expect(waiting).toHaveLength(1);
});

test("a reset link works once and for an hour, ends every session, and an unknown e-mail gets no mail", async () => {
  await createPerson(world.services, {
    email: "forgot@example.com",
    password: PASSWORD,
    superuser: false,
    ownerOf: null,
  });
  const signedIn = new TestBrowser(world);
  await signedIn.ask("/sign-in", { email: "forgot@example.com", password: PASSWORD });
  expect((await signedIn.ask("/profile")).status).toBe(200);
  await resetMail.run(world.services, { email: "unknown@example.com" }, RUN);
  expect(await mailsTo("unknown@example.com")).toEqual([]);

  await resetMail.run(world.services, { email: "forgot@example.com" }, RUN);
  const old = tokenIn((await mailsTo("forgot@example.com")).at(-1)?.body ?? "");
  world.later(2 * 60 * 60 * 1000);
  expect((await browser.ask("/reset", { token: old, password: "amber bridge sleeps" })).status).toBe(410);
  await resetMail.run(world.services, { email: "forgot@example.com" }, RUN);
  const token = tokenIn((await mailsTo("forgot@example.com")).at(-1)?.body ?? "");
  await expectWeakRefused("/reset", { token });
  expect((await browser.ask("/reset", { token, password: "amber bridge sleeps" })).status).toBe(200);
  expect((await signedIn.ask("/profile")).status).toBe(401);
  expect((await browser.ask("/reset", { token, password: "amber bridge sleeps" })).status).toBe(410);
  expect(
    (await new TestBrowser(world).ask("/sign-in", { email: "forgot@example.com", password: PASSWORD })).status,
  ).toBe(422);
});

test("two requests in a minute send one mail", async () => {
  await createPerson(world.services, {
    email: "eager@example.com",
    password: PASSWORD,
    superuser: false,
    ownerOf: null,
  });
  await resetMail.run(world.services, { email: "eager@example.com" }, RUN);
  await resetMail.run(world.services, { email: "eager@example.com" }, RUN);
  expect(await mailsTo("eager@example.com")).toHaveLength(1);
});

test("registration is closed until it is opened; then only the mail says whether the email is known", async () => {
  const request = { email: "new@example.com", account_name: "New account" };
  expect((await browser.ask("/register", request)).status).toBe(403);
  const { db, installation } = world.services;
  await insertRow(db, "installation_settings", { name: "registration", value: '{"open": true}' });
  installation.forget();
  const [fresh, known] = [
    await browser.ask("/register", request),
    await browser.ask("/register", { ...request, email: "eager@example.com" }),
  ];
  expect([fresh.status, fresh.body]).toEqual([known.status, known.body]);

  await registrationMail.run(world.services, { email: request.email, accountName: request.account_name }, RUN);
  const token = tokenIn((await mailsTo(request.email)).at(-1)?.body ?? "");
  expect((await browser.ask("/token", { kind: "activate", token })).body["joins"]).toEqual([
    { account: "New account", project: null, role: "Owner" },
  ]);
});

test("changing the password needs the current one and signs out every other browser", async () => {
  await createPerson(world.services, {
    email: "careful@example.com",
    password: PASSWORD,
    superuser: false,
    ownerOf: null,
  });
  const other = new TestBrowser(world);
  for (const each of [browser, other]) await each.ask("/sign-in", { email: "careful@example.com", password: PASSWORD });
  const wrong = await browser.ask("/profile/password", { current_password: "not it", password: "amber bridge sleeps" });
  expect(wrong.body["errors"]).toHaveProperty("current_password");
  expect(
    (await browser.ask("/profile/password", { current_password: PASSWORD, password: "amber bridge sleeps" })).status,
  ).toBe(200);
  expect((await browser.ask("/profile")).status).toBe(200);
  expect((await other.ask("/profile")).status).toBe(401);
});

test("a reset link does not work after the password changed, however it changed", async () => {
  const email = "changed@example.com";
  const person = { email, password: PASSWORD, superuser: false, ownerOf: null };
  await createPerson(world.services, person);
  const mailedLink = async () => {
    world.later(2 * 60 * 1000);
    await resetMail.run(world.services, { email }, RUN);
    return tokenIn((await mailsTo(email)).at(-1)?.body ?? "");
  };
  const before = await mailedLink();
  await browser.ask("/sign-in", { email, password: PASSWORD });
  await expectWeakRefused("/profile/password", { current_password: PASSWORD });
  const changed = { current_password: PASSWORD, password: "amber bridge sleeps" };
  expect((await browser.ask("/profile/password", changed)).status).toBe(200);
  const chosen = { token: before, password: "hazel river dances" };
  expect((await browser.ask("/token", { kind: "reset", token: before })).body["state"]).toBe("expired");
  expect((await browser.ask("/reset", chosen)).status).toBe(410);

  // A job that was queued before the password changed creates no link.
  const mailed = (await mailsTo(email)).length;
  const askedAt = world.services.clock.now().toISOString();
  const again = { current_password: "amber bridge sleeps", password: "hazel river dances" };
  world.later(2 * 60 * 1000);
  expect((await browser.ask("/profile/password", again)).status).toBe(200);
  world.later(2 * 60 * 1000);
  await resetMail.run(world.services, { email, askedAt }, RUN);
  expect(await mailsTo(email)).toHaveLength(mailed);
});

test("another person's session cannot be ended", async () => {
  const victim = new TestBrowser(world);
  await victim.ask("/sign-in", { email: "careful@example.com", password: "amber bridge sleeps" });
  const sessions = (await victim.ask("/profile")).body["sessions"] as { id: string; current: boolean }[];
  const id = sessions.find(({ current }) => current)?.id ?? "";
  await browser.ask("/sign-in", { email: "forgot@example.com", password: "amber bridge sleeps" });
  expect((await browser.ask(`/profile/sessions/${id}`, undefined, "DELETE")).status).toBe(404);
  expect((await victim.ask("/profile")).status).toBe(200);
  expect((await victim.ask(`/profile/sessions/${id}`, undefined, "DELETE")).status).toBe(200);
  expect((await victim.ask("/profile")).status).toBe(401);
});

test("a picture is what its bytes say, small enough, and served so that nothing in it can run", async () => {
  await browser.ask("/sign-in", { email: "forgot@example.com", password: "amber bridge sleeps" });
  const put = (body: Uint8Array<ArrayBuffer>, type = "image/png") =>
    browser.fetch(`${world.login}/api/profile/avatar`, {
      method: "PUT",
      headers: { origin: world.login, "x-kinora-login": "1", "content-type": type },
      body,
    });
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
  expect((await put(bytes("<svg onload=alert(1)>"))).status).toBe(422);
  expect((await put(bytes("GIF89a"))).status).toBe(422);
  expect((await put(new Uint8Array(2 * 1024 * 1024 + 1))).status).toBe(413);
  expect((await put(bytes("\x89PNG\r\n\x1a\n<script>alert(1)</script>"))).status).toBe(422);
  const end = "\0\0\0\0IEND\xaeB\x60\x82";
  const picture = `\x89PNG\r\n\x1a\n\0\0\0\x0dtEXtGPS 52.5 13.4\0\0\0\0${end}<script>alert(1)</script>`;
  const stored = await put(bytes(picture), "text/html");
  const { avatar_url: url } = (await stored.json()) as { avatar_url: string };
  const served = await fetch(url);
  expect(served.headers.get("content-type")).toBe("image/png");
  expect(served.headers.get("x-content-type-options")).toBe("nosniff");
  expect(served.headers.get("content-security-policy")).toContain("sandbox");
  // Neither what it says of its place nor what comes after its end.
  expect(Buffer.from(await served.arrayBuffer()).toString("latin1")).toBe(`\x89PNG\r\n\x1a\n${end}`);
  // As an earlier release stored it.
  await world.services.storage.put(`avatars/${url.split("/").at(-1)}`, Buffer.from(picture, "latin1"));
  expect(await (await fetch(url)).text()).not.toContain("GPS");
  await browser.ask("/profile/avatar", undefined, "DELETE");
  expect((await fetch(url)).status).toBe(404);
  expect((await fetch(`${world.login}/avatars/..%2f..%2fsecrets.json`)).status).toBe(404);
});
