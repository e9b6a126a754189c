import { deleteRows, selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { ACTING_MINUTES } from "@kinora/domain/people/installation.ts";
import { projectChannel } from "@kinora/domain/realtime.ts";
import { expect, test } from "vitest";
import { createPerson } from "../login/person.ts";
import { CONSOLE, PASSWORD, sharedSignIn, TestBrowser } from "../login/testing.ts";
import { actorOf, type Caller } from "../platform/access/caller.ts";
import { as } from "../platform/testing.ts";
import { endActing, endActingByTime, startActing } from "./acting.ts";
import { answerChannels } from "./channels.ts";
import { readConfig } from "./service.ts";

const HOUR = ACTING_MINUTES * 60_000;
const REASON = { reason: "A video they cannot find", writes: false };
const world = await sharedSignIn();

let people = 0;
async function aPerson(options: { superuser?: boolean } = {}) {
  people += 1;
  const email = `acted${people}@example.com`;
  const ownerOf = options.superuser ? null : `Account of ${email}`;
  const superuser = options.superuser ?? false;
  const made = await createPerson(world.services, { email, password: PASSWORD, superuser, ownerOf });
  return { id: made.user.id, email, projectId: made.project?.id ?? 0 };
}

/** A superuser in a browser, with the session that the browser has on the API host. */
async function aRoot() {
  const person = await aPerson({ superuser: true });
  const browser = new TestBrowser(world);
  const { body } = await browser.ask("/sign-in", { email: person.email, password: PASSWORD });
  expect(await browser.follow(String(body["next"]))).toBe(`${CONSOLE}/dashboard`);
  const { id: sessionId } = await selectRow(world.services, "api_sessions", { user_id: person.id }, "id");
  const caller: Caller & { kind: "user" } = { kind: "user", userId: person.id, superuser: true, sessionId };
  return { ...person, browser, caller, context: as(world.services, caller) };
}
type Root = Awaited<ReturnType<typeof aRoot>>;

/** What the API host answers to a request of the browser, with the token that changes need. */
async function who({ browser }: Root, method = "GET", path = "/who") {
  const token = browser.cookie("XSRF-TOKEN") ?? "";
  const response = await browser.fetch(`${world.api}${path}`, {
    method,
    headers: { "x-xsrf-token": token, origin: CONSOLE },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** The caller of the acting session, as the API host finds it. */
const actingCaller = (root: Root, userId: number, until: Date, writes = false): Caller & { kind: "user" } => ({
  ...root.caller,
  userId,
  superuser: false,
  acting: { superuserId: root.id, reason: REASON.reason, until, writes },
});

const linesAbout = (userId: number) =>
  world.services.db
    .selectFrom("audit_log")
    .select(["action", "actor", "changes"])
    .where("object_id", "=", userId)
    .where("action", "like", "user.acting%")
    .orderBy("id")
    .execute();

test("a superuser acts as a person, read-only, until they end it, and both names are in the audit log", async () => {
  const [root, person] = [await aRoot(), await aPerson()];
  await startActing(root.context, person.id, REASON);
  expect((await who(root)).body).toEqual({ user_id: person.id });
  const refused = await who(root, "POST");
  expect(refused).toMatchObject({ status: 403 });
  expect(refused.body["message"]).toContain("read-only");

  const until = new Date(world.services.clock.now().getTime() + HOUR);
  const caller = actingCaller(root, person.id, until);
  const { config, user } = await readConfig(as(world.services, caller), { accountId: undefined, projectId: undefined });
  expect(user).toMatchObject({ id: person.id, superuser: false });
  expect(config).toMatchObject({
    project_id: person.projectId,
    acting: { name: person.email, by: root.email, reason: REASON.reason, writes: false },
  });
  expect(actorOf(caller)).toEqual({ kind: "user", user_id: root.id, as: "person", as_user_id: person.id });

  await endActing(as(world.services, caller));
  await endActing(as(world.services, caller));
  expect((await who(root)).body).toEqual({ user_id: root.id });
  expect(await linesAbout(person.id)).toMatchObject([
    { action: "user.acting_started", actor: { user_id: root.id, as: "superuser" }, changes: REASON },
    { action: "user.acting_ended", actor: { user_id: root.id, as_user_id: person.id }, changes: { by: "superuser" } },
  ]);
});

test("acting that ends with its session, by signing out or elsewhere, is in the audit log", async () => {
  const [root, person] = [await aRoot(), await aPerson()];
  await startActing(root.context, person.id, REASON);
  await deleteRows(world.services, "login_sessions", { user_id: root.id });
  expect(await linesAbout(person.id)).toMatchObject([
    { action: "user.acting_started" },
    {
      action: "user.acting_ended",
      actor: { kind: "user", user_id: root.id, as: "person", as_user_id: person.id },
      changes: { by: "session" },
    },
  ]);
});

test("with leave to write, changes pass", async () => {
  const [root, person] = [await aRoot(), await aPerson()];
  await startActing(root.context, person.id, { ...REASON, writes: true });
  expect(await who(root, "POST")).toEqual({ status: 200, body: { user_id: person.id } });
});

test("after an hour the session does nothing but end, and the config is the superuser's again", async () => {
  const [root, person] = [await aRoot(), await aPerson()];
  await startActing(root.context, person.id, { ...REASON, writes: true });
  const until = new Date(world.services.clock.now().getTime() + HOUR);
  world.later(HOUR);
  for (const method of ["GET", "POST"]) expect((await who(root, method)).status).toBe(403);
  const over = as(world.services, actingCaller(root, person.id, until, true));
  const { user, config } = await readConfig(over, { accountId: undefined, projectId: undefined });
  expect(user).toMatchObject({ id: root.id, superuser: true });
  expect(config.acting).toBeNull();
  expect((await who(root)).body).toEqual({ user_id: root.id });
  expect(await linesAbout(person.id)).toMatchObject([{}, { changes: { by: "time" } }]);
});

test("an hour that nobody ends is ended by the clock, once", async () => {
  const [root, person] = [await aRoot(), await aPerson()];
  await startActing(root.context, person.id, REASON);
  world.later(HOUR);
  await endActingByTime.run(world.services);
  await endActingByTime.run(world.services);
  expect((await who(root)).body).toEqual({ user_id: root.id });
  expect(await linesAbout(person.id)).toMatchObject([{}, { changes: { by: "time" } }]);
});

test("nobody acts as themselves, another superuser, a blocked person or nobody", async () => {
  const [root, other, person] = [await aRoot(), await aPerson({ superuser: true }), await aPerson()];
  const start = (userId: number) => startActing(root.context, userId, REASON);
  await expect(start(root.id)).rejects.toMatchObject({ code: "conflict" });
  await expect(start(other.id)).rejects.toMatchObject({ code: "conflict" });
  await expect(start(9e9)).rejects.toMatchObject({ code: "not_found" });
  await updateRows(world.services, "users", { id: person.id }, { status: "blocked" });
  await expect(start(person.id)).rejects.toMatchObject({ code: "conflict" });
});

test.each([
  ["the person is blocked", { status: "blocked" } as const, "person"],
  ["the person becomes a superuser", { superuser: true }, "person"],
  ["the superuser no longer is one", { superuser: false }, "root"],
] as const)("it ends when %s", async (_when, change, whose) => {
  const [root, person] = [await aRoot(), await aPerson()];
  await startActing(root.context, person.id, { ...REASON, writes: true });
  await updateRows(world.services, "users", { id: whose === "root" ? root.id : person.id }, change);
  for (const method of ["GET", "POST"]) expect((await who(root, method)).status).toBe(403);
});

test("pushes follow what the person may see", async () => {
  const [root, person, stranger] = [await aRoot(), await aPerson(), await aPerson()];
  const question = (projectId: number) => ({ caller: root.caller, channel: projectChannel(projectId) });
  const answers = () => answerChannels(world.services, [question(person.projectId), question(stranger.projectId)]);
  const before = await answers();
  expect(before).toEqual(["allowed", "allowed"]);
  await startActing(root.context, person.id, REASON);
  expect(await answers()).toEqual(["allowed", "refused"]);
  world.later(HOUR);
  expect(await answers()).toEqual(["ended", "ended"]);
});
