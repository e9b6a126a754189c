import { randomBytes } from "node:crypto";
import { holds, type Access } from "@kinora/contract/access.ts";
import { deleteRows, insertRow, updateRows } from "@kinora/db/testing-rows.ts";
import type { Permission } from "@kinora/domain/people/permissions.ts";
import { liveChannel, parseChannel, projectChannel, transcodingChannel } from "@kinora/domain/realtime.ts";
import { describe, expect, test } from "vitest";
import type { Caller } from "../platform/access/caller.ts";
import { authorize } from "../platform/access/scope.ts";
import { Refusal } from "../platform/refusal.ts";
import { aMember, aProject, aUser, type TestProject } from "../platform/testing.ts";
import { someThings } from "../testing/access-things.ts";
import { sharedProject, addApiKey } from "../testing/fixtures.ts";
import { answerChannels } from "./channels.ts";

const { services, project } = await sharedProject();
const { video, stream } = await someThings(services, project);
const names: Record<"project" | "transcoding" | "live", string> = {
  project: projectChannel(project.projectId),
  transcoding: transcodingChannel(video),
  live: liveChannel(stream),
};
const outsider = await signedIn((await aProject(services)).ownerId);

/** A user with a valid session. */
async function signedIn(userId: number, superuser = false): Promise<Caller & { kind: "user" }> {
  const [id, loginId] = [randomBytes(32), randomBytes(32)];
  const times = { user_id: userId, expires_at: new Date(Date.now() + 3_600_000) };
  await insertRow(services, "login_sessions", { id: loginId, ...times });
  await insertRow(services, "api_sessions", { id, login_session_id: loginId, cell: "local", ...times });
  return { kind: "user", userId, superuser, sessionId: id };
}
const member = async (...permissions: Permission[]) => signedIn((await aMember(services, project, permissions)).userId);
/** An API key without an expiry. */
async function key(at: TestProject, scopes: readonly Permission[]): Promise<Caller & { kind: "api_key" }> {
  const row = await addApiKey(services, at, { scopes: [...scopes] });
  return { kind: "api_key", keyId: row.id, projectId: at.projectId, accountId: at.accountId, permissions: scopes };
}
const answer = async (caller: Caller, channel: string | null) =>
  (await answerChannels(services, [{ caller, channel }]))[0];
const receives = async (caller: Caller, name: string) => (await answer(caller, name)) === "allowed";

describe.each([
  ["live", "streams_view", "video_view"],
  ["transcoding", "video_view", "streams_view"],
] as const)("the %s channel", (kind, needed, other) => {
  test("is allowed for holders of its permission and for no other member of the project", async () => {
    expect(await receives(await member(needed), names[kind])).toBe(true);
    expect(await receives(await member(other, "analytics_view"), names[kind])).toBe(false);
    expect(await receives(await member(), names[kind])).toBe(false);
    expect(await receives(await signedIn(project.ownerId), names[kind])).toBe(true);
    expect(await receives(await signedIn(await aUser(services, { superuser: true }), true), names[kind])).toBe(true);
  });

  test("is allowed for an API key with its scope and for no key of another project", async () => {
    expect(await receives(await key(project, [needed]), names[kind])).toBe(true);
    expect(await receives(await key(project, [other]), names[kind])).toBe(false);
    expect(await receives(await key(await aProject(services), [needed]), names[kind])).toBe(false);
  });
});

test("a project's channel is allowed for members who may see its videos or its livestreams", async () => {
  expect(await receives(await member("video_view"), names.project)).toBe(true);
  expect(await receives(await member("streams_view"), names.project)).toBe(true);
  expect(await receives(await member("analytics_view"), names.project)).toBe(false);
});

test.each(["project", "transcoding", "live"] as const)(
  "the %s channel is refused to visitors and other accounts' users",
  async (kind) => {
    expect(await receives({ kind: "anonymous" }, names[kind])).toBe(false);
    expect(await receives(outsider, names[kind])).toBe(false);
  },
);

test("an ended session receives nothing more", async () => {
  const caller = await member("streams_view");
  expect(await receives(caller, names.live)).toBe(true);
  await deleteRows(services, "api_sessions", { id: caller.sessionId });
  expect(await answer(caller, names.live)).toBe("ended");
  expect(await answer(caller, null)).toBe("ended");
});

test("a login session expires by inactivity", async () => {
  const caller = await member("streams_view");
  await updateRows(services, "login_sessions", { user_id: caller.userId }, { last_seen_at: new Date(0) });
  expect(await answer(caller, names.live)).toBe("ended");
});

test("blocked people, disabled keys and expired keys receive nothing", async () => {
  const [caller, disabled, expired] = [
    await member("streams_view"),
    await key(project, ["streams_view"]),
    await key(project, ["streams_view"]),
  ];
  for (const one of [caller, disabled, expired]) expect(await answer(one, names.live)).toBe("allowed");
  const { db } = services;
  await updateRows(db, "users", { id: caller.userId }, { status: "blocked" });
  await updateRows(db, "api_keys", { id: disabled.keyId }, { disabled_at: new Date() });
  await updateRows(db, "api_keys", { id: expired.keyId }, { expires_at: new Date(0) });
  for (const one of [caller, disabled, expired]) expect(await answer(one, names.live)).toBe("ended");
});

test("a former superuser receives only what other users may, even on an older connection", async () => {
  const caller = await signedIn(await aUser(services, { superuser: true }), true);
  expect(await answer(caller, names.live)).toBe("allowed");
  await updateRows(services, "users", { id: caller.userId }, { superuser: false });
  expect(await answer(caller, names.live)).toBe("refused");
});

test("a batch is answered in order, each like the operations over HTTP", async () => {
  const elsewhere = await aProject(services);
  const callers = [
    await member("streams_view"),
    await member("video_view"),
    await member("video_add"),
    await member(),
    await signedIn(project.ownerId),
    await signedIn(await aUser(services, { superuser: true }), true),
    await key(project, ["streams_view"]),
    await key(project, ["video_view"]),
    await key(elsewhere, ["streams_view", "video_view"]),
    outsider,
  ];
  const channels = [
    ...Object.values(names),
    projectChannel(elsewhere.projectId),
    liveChannel(9e9),
    transcodingChannel(0),
  ];
  const questions = callers.flatMap((caller) => channels.map((channel) => ({ caller, channel })));
  const expected = await Promise.all(questions.map(({ caller, channel }) => overHttp(caller, channel)));
  expect(await answerChannels(services, questions)).toEqual(expected);
  expect(new Set(expected)).toEqual(new Set(["allowed", "refused"]));
});

async function overHttp(caller: Caller, name: string): Promise<"allowed" | "refused"> {
  const channel = parseChannel(name);
  if (!channel) throw new Error(`${name} is no channel`);
  const reads: Record<typeof channel.kind, Access[]> = {
    project: [holds("video_view", "project", "video_add"), holds("streams_view", "project")],
    transcoding: [holds("video_view", "video", "video_add")],
    live: [holds("streams_view", "stream")],
  };
  for (const access of reads[channel.kind]) {
    const grant = await authorize(services.db, caller, access, channel.id).catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
    if (grant) return "allowed";
  }
  return "refused";
}

test.each(["live_channel_0", "live_channel_9000000000", "live_channel_1;2", "live_channel_", "anything", ""])(
  "there is no channel %j",
  async (name) => {
    expect(await receives(await signedIn(project.ownerId), name)).toBe(false);
  },
);
