import { randomBytes } from "node:crypto";
import type { Permission } from "@kinora/domain/permissions.ts";
import { liveChannel, projectChannel, transcodingChannel } from "@kinora/domain/realtime.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "../platform/caller.ts";
import { aMember, aProject, aUser, testServices, type TestProject, type TestServices } from "../platform/testing.ts";
import { someThings } from "../testing/access-things.ts";
import { channelAllowed } from "./channels.ts";

let services: TestServices;
let project: TestProject;
let stranger: Caller;
let names: Record<"project" | "transcoding" | "live", string>;

beforeAll(async () => {
  services = await testServices();
  project = await aProject(services);
  const { video, stream } = await someThings(services, project);
  names = {
    project: projectChannel(project.projectId),
    transcoding: transcodingChannel(video),
    live: liveChannel(stream),
  };
  stranger = await signedIn((await aProject(services)).ownerId);
});
afterAll(() => services.stop());

/** Somebody with a session that lasts. */
async function signedIn(userId: number, superuser = false): Promise<Caller & { kind: "user" }> {
  const [id, loginId] = [randomBytes(32), randomBytes(32)];
  const times = { user_id: userId, expires_at: new Date(Date.now() + 3_600_000) };
  await services.db
    .insertInto("login_sessions")
    .values({ id: loginId, ...times })
    .execute();
  await services.db
    .insertInto("api_sessions")
    .values({ id, login_session_id: loginId, cell: "local", ...times })
    .execute();
  return { kind: "user", userId, superuser, sessionId: id };
}
const member = async (...permissions: Permission[]) => signedIn((await aMember(services, project, permissions)).userId);
const key = (at: TestProject, permissions: readonly Permission[]): Caller => ({
  kind: "api_key",
  keyId: 1,
  projectId: at.projectId,
  accountId: at.accountId,
  permissions,
});
const hears = (caller: Caller, name: string) => channelAllowed(services, caller, name);

describe.each([
  ["live", "streams_view", "video_view"],
  ["transcoding", "video_view", "streams_view"],
] as const)("the %s channel", (kind, needed, other) => {
  test("is heard by who holds its permission, and by nobody else of the project", async () => {
    expect(await hears(await member(needed), names[kind])).toBe(true);
    expect(await hears(await member(other, "analytics_view"), names[kind])).toBe(false);
    expect(await hears(await member(), names[kind])).toBe(false);
    expect(await hears(await signedIn(project.ownerId), names[kind])).toBe(true);
    expect(await hears(await signedIn(await aUser(services, { superuser: true }), true), names[kind])).toBe(true);
  });

  test("is heard by an API key with its scope, and by no key of another project", async () => {
    expect(await hears(key(project, [needed]), names[kind])).toBe(true);
    expect(await hears(key(project, [other]), names[kind])).toBe(false);
    expect(await hears(key(await aProject(services), [needed]), names[kind])).toBe(false);
  });
});

test("a project's channel is heard by who sees its videos or its livestreams", async () => {
  expect(await hears(await member("video_view"), names.project)).toBe(true);
  expect(await hears(await member("streams_view"), names.project)).toBe(true);
  expect(await hears(await member("analytics_view"), names.project)).toBe(false);
});

test.each(["project", "transcoding", "live"] as const)("nobody from outside hears the %s channel", async (kind) => {
  expect(await hears({ kind: "anonymous" }, names[kind])).toBe(false);
  expect(await hears(stranger, names[kind])).toBe(false);
});

test("a session that is over hears nothing more", async () => {
  const caller = await member("streams_view");
  expect(await hears(caller, names.live)).toBe(true);
  await services.db.deleteFrom("api_sessions").where("id", "=", caller.sessionId).execute();
  expect(await hears(caller, names.live)).toBe(false);
});

test.each(["live_channel_0", "live_channel_9000000000", "live_channel_1;2", "live_channel_", "anything", ""])(
  "there is no channel %j",
  async (name) => {
    expect(await hears(await signedIn(project.ownerId), name)).toBe(false);
  },
);
