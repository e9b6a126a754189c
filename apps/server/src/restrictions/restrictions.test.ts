import { policyInput } from "@kinora/contract/restrictions/policy-shape.ts";
import { insertRow, insertRows, selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { OPEN_POLICY, type RestrictionPolicy } from "@kinora/domain/restrictions/policy.ts";
import { SignJWT, importPKCS8 } from "jose";
import { expect, test } from "vitest";
import { findVerifyingKeys, readViewerToken } from "../platform/access/viewer-token.ts";
import { newHash } from "../platform/secrets/hash.ts";
import { aProject, as, auditedActions } from "../platform/testing.ts";
import { projectOfEachTest, ownedBy, addVideo, addCategory, addStream } from "../testing/fixtures.ts";
import { assignRestriction, effectiveRestriction } from "./assignments.ts";
import { dryRun } from "./checks.ts";
import { listEmbedPlaces } from "./embed-pages.ts";
import { findRestrictedVideo } from "./newest-video.ts";
import { allowReferrer, createProfile, deleteProfile, listProfiles, setDefault, updateProfile } from "./profiles.ts";
import { listDenials } from "./records.ts";
import {
  createSigningKey,
  listSigningKeys,
  revealSigningKey,
  revokeSigningKey,
  rotateSigningKey,
} from "./signing-keys.ts";

const { services, project, context, grant } = await projectOfEachTest();

const only = (...entries: string[]): RestrictionPolicy => ({
  ...OPEN_POLICY,
  referrers: { mode: "only", entries, empty: false },
});
const settings = (name: string, policy = OPEN_POLICY) => ({ name, policy, message: "", newPassword: undefined });

async function aVideo(categoryId: number | null = null): Promise<number> {
  const { id } = await addVideo(services, grant, { category_id: categoryId });
  return id;
}

async function aCategory(): Promise<number> {
  const { id } = await addCategory(services, grant, { name: "News" });
  return id;
}

// spec: 1.14, 2.47
test("a profile is created, changed once however often it is saved, and deleted", async () => {
  const { id } = await createProfile(context, grant, settings("Partners"));
  await updateProfile(context, grant, id, settings("Partners", only("example.com")));
  await updateProfile(context, grant, id, settings("Partners", only("example.com")));
  await expect(createProfile(context, grant, settings("partners"))).rejects.toMatchObject({ code: "invalid" });
  const { data, geo } = await listProfiles(context, grant.projectId);
  expect(data).toMatchObject([{ name: "Partners", is_default: false, denied: 0, warning: null }]);
  expect(geo.own).toBe(false);
  await deleteProfile(context, grant, id);
  expect(await auditedActions(services, grant.projectId)).toEqual([
    "restriction.created",
    "restriction.updated",
    "restriction.deleted",
  ]);
});

test("one profile is the default; a profile that nobody can pass is warned of", async () => {
  const first = await createProfile(context, grant, settings("First", only()));
  const second = await createProfile(context, grant, settings("Second", { ...OPEN_POLICY, signed: true }));
  await setDefault(context, grant, first.id, true);
  await setDefault(context, grant, second.id, true);
  const { data } = await listProfiles(context, grant.projectId);
  expect(data.map(({ name, is_default: isDefault }) => [name, isDefault])).toEqual([
    ["Second", true],
    ["First", false],
  ]);
  expect(data.map(({ warning }) => warning)).toEqual([
    expect.stringContaining("signing key"),
    expect.stringContaining("No page"),
  ]);
});

test("a profile that is created as the default takes the place of the one before", async () => {
  const first = await createProfile(context, grant, { ...settings("First"), isDefault: true });
  const video = await aVideo();
  expect(await effectiveRestriction(context, grant, "video", video)).toMatchObject({ profile: { id: first.id } });
  const second = await createProfile(context, grant, { ...settings("Second", only("example.com")), isDefault: true });
  expect(await effectiveRestriction(context, grant, "video", video)).toMatchObject({
    profile: { id: second.id },
    from: "project",
  });
  await expect(createProfile(context, grant, { ...settings("second"), isDefault: true })).rejects.toMatchObject({
    code: "invalid",
  });
  const { data } = await listProfiles(context, grant.projectId);
  expect(data.filter(({ is_default: isDefault }) => isDefault).map(({ name }) => name)).toEqual(["Second"]);
});

test("a password is needed once, is stored as a hash and stays when the rest is saved", async () => {
  const policy = { ...OPEN_POLICY, password: true };
  await expect(createProfile(context, grant, settings("Protected", policy))).rejects.toMatchObject({
    fields: { new_password: ["Set a password."] },
  });
  const { id } = await createProfile(context, grant, { ...settings("Protected", policy), newPassword: "sesame" });
  await updateProfile(context, grant, id, settings("Renamed", policy));
  await updateProfile(context, grant, id, { ...settings("Renamed", policy), newPassword: "another" });
  const row = await selectRow(services, "restriction_profiles", { id }, "password_hash", "password_version");
  expect(row.password_version).toBe(1);
  expect(row.password_hash).not.toContain("another");
});

test("a video has its own profile, else its category's, else the project's", async () => {
  const profiles = [];
  for (const name of ["Own", "Of the category", "Usual"])
    profiles.push(await createProfile(context, grant, settings(name)));
  const [own = 0, category = 0, usual = 0] = profiles.map(({ id }) => id);
  const categoryId = await aCategory();
  const videoId = await aVideo(categoryId);
  const from = async () => (await effectiveRestriction(context, grant, "video", videoId)).from;
  expect(await from()).toBeNull();
  await setDefault(context, grant, usual, true);
  expect(await from()).toBe("project");
  await assignRestriction(context, grant, "category", categoryId, category);
  expect(await from()).toBe("category");
  await assignRestriction(context, grant, "video", videoId, own);
  await assignRestriction(context, grant, "video", videoId, own);
  expect(await from()).toBe("own");
  await deleteProfile(context, grant, own);
  expect(await from()).toBe("category");
  const other = await aProject(services);
  const foreign = await createProfile(
    as(services, other.owner),
    { ...grant, projectId: other.projectId, accountId: other.accountId },
    settings("Foreign"),
  );
  await expect(assignRestriction(context, grant, "video", videoId, foreign.id)).rejects.toMatchObject({
    code: "invalid",
  });
});

test("the newest video with a profile is found, whether it is its own or inherited", async () => {
  const [own, category, usual] = await Promise.all(
    ["Own", "Of the category", "Usual"].map((name) => createProfile(context, grant, settings(name))),
  );
  if (!own || !category || !usual) throw new Error("There are three profiles.");
  const newest = async ({ id }: { id: number }) => (await findRestrictedVideo(context, grant, id))?.hash ?? null;
  const hashOf = async (id: number) => (await selectRow(services, "videos", { id }, "hash")).hash;
  const categoryId = await aCategory();
  await assignRestriction(context, grant, "category", categoryId, category.id);
  const first = await aVideo();
  const second = await aVideo();
  await assignRestriction(context, grant, "video", first, own.id);
  await assignRestriction(context, grant, "video", second, own.id);
  expect(await newest(own)).toBe(await hashOf(second));
  expect([await newest(category), await newest(usual)]).toEqual([null, null]);
  await setDefault(context, grant, usual.id, true);
  expect(await newest(usual)).toBeNull();
  const open = await aVideo();
  const inCategory = await aVideo(categoryId);
  expect([await newest(usual), await newest(category)]).toEqual([await hashOf(open), await hashOf(inCategory)]);
  await assignRestriction(context, grant, "video", inCategory, own.id);
  expect([await newest(own), await newest(category)]).toEqual([await hashOf(inCategory), null]);
  await updateRows(services, "videos", { id: inCategory }, { deleted_at: new Date() });
  expect(await newest(own)).toBe(await hashOf(second));
  const other = await aProject(services);
  const foreign = { ...grant, projectId: other.projectId, accountId: other.accountId };
  await expect(findRestrictedVideo(context, foreign, own.id)).rejects.toMatchObject({ code: "not_found" });
});

test("a denied domain is allowed once, or taken from the blocked ones", async () => {
  const { id } = await createProfile(context, grant, settings("Partners", only("example.com")));
  await allowReferrer(context, grant, id, "https://Example.ORG/");
  const allowed = await allowReferrer(context, grant, id, "example.org");
  expect(allowed.policy.referrers.entries).toEqual(["example.com", "example.org"]);
  const blocking: RestrictionPolicy = {
    ...OPEN_POLICY,
    referrers: { mode: "block", entries: ["*.bad.test", "worse.test"], empty: true },
  };
  const other = await createProfile(context, grant, settings("Blocking", blocking));
  expect((await allowReferrer(context, grant, other.id, "a.bad.test")).policy.referrers.entries).toEqual([
    "worse.test",
  ]);
});

test("a page that is allowed undoes no block that is saved at the same moment", async () => {
  const { id } = await createProfile(context, grant, settings("Partners", only("example.com")));
  const blocking: RestrictionPolicy = {
    ...only("example.com"),
    countries: { mode: "block", codes: ["FR"], unknown: true },
  };
  for (let time = 0; time < 5; time += 1) {
    await updateProfile(context, grant, id, settings("Partners", only("example.com")));
    await Promise.all([
      allowReferrer(context, grant, id, "example.org"),
      updateProfile(context, grant, id, settings("Partners", blocking)),
    ]);
    const { data } = await listProfiles(context, grant.projectId);
    expect(data[0]?.policy.countries).toEqual(blocking.countries);
  }
});

test("of default profiles that several people choose at the same moment one remains", async () => {
  const profiles = [];
  for (const name of ["A", "B", "C"]) profiles.push(await createProfile(context, grant, settings(name)));
  for (let time = 0; time < 5; time += 1) {
    await Promise.all(profiles.map(({ id }) => setDefault(context, grant, id, true)));
    const { data } = await listProfiles(context, grant.projectId);
    expect(data.filter(({ is_default }) => is_default)).toHaveLength(1);
  }
});

test("encryption is a rule of videos alone, and an update that leaves it out turns it off", async () => {
  const encrypted = { ...OPEN_POLICY, encrypted: true };
  const { id } = await createProfile(context, grant, settings("Encrypted", encrypted));
  await setDefault(context, grant, id, true);
  const video = await addVideo(services, grant);
  const stream = await addStream(services, project);
  const rules = async (kind: "video" | "stream", of: number) =>
    (await effectiveRestriction(context, grant, kind, of)).rules;
  expect(await rules("video", video.id)).toEqual(["Encrypted segments"]);
  expect(await rules("stream", stream.id)).toEqual([]);
  const { encrypted: _leftOut, ...rest } = encrypted;
  expect(policyInput.parse(rest).encrypted).toBe(false);
});

test("a playlist has a profile of its own or the project's, and is counted with it", async () => {
  const own = await createProfile(context, grant, settings("Members", only("example.com")));
  const usual = await createProfile(context, grant, settings("Usual"));
  const name = "Evening";
  const row = {
    ...ownedBy(grant),
    hash: newHash(),
    name,
    type: "manual" as const,
  };
  const { id } = await insertRow(services, "playlists", row);
  const applied = (of = id) => effectiveRestriction(context, grant, "playlist", of);
  expect(await applied()).toEqual({ profile: null, from: null, rules: [] });
  await setDefault(context, grant, usual.id, true);
  expect(await applied()).toMatchObject({ profile: { name: "Usual" }, from: "project" });
  await assignRestriction(context, grant, "playlist", id, own.id);
  await assignRestriction(context, grant, "playlist", id, own.id);
  expect(await applied()).toEqual({ profile: { id: own.id, name: "Members" }, from: "own", rules: ["Only 1 page"] });
  const actions = await auditedActions(services, grant.projectId);
  expect(actions.filter((action) => action === "playlist.restriction_changed")).toHaveLength(1);
  const { data } = await listProfiles(context, grant.projectId);
  expect(data.find((profile) => profile.id === own.id)?.used_by).toMatchObject({ playlists: 1, videos: 0 });
  await expect(applied(id + 1_000)).rejects.toMatchObject({ code: "not_found" });
  const denial = { item_kind: "playlist" as const, item_id: id, profile_id: own.id, reason: "referrer_missing" };
  await insertRow(services, "playback_denials", {
    ...denial,
    project_id: grant.projectId,
    address: "203.0.113.0",
    agent: "",
  });
  expect((await listDenials(context, grant, {})).data).toMatchObject([{ item: { kind: "playlist", id, title: name } }]);
  await deleteProfile(context, grant, own.id);
  expect(await applied()).toMatchObject({ from: "project" });
});

test("an EdDSA key keeps its public half only; a rotated key verifies for a while, a revoked one no more", async () => {
  const created = await createSigningKey(context, grant, "EdDSA");
  const { kid, id } = created.data;
  const token = await new SignJWT({ video: "abcdefgh" })
    .setProtectedHeader({ alg: "EdDSA", kid })
    .setExpirationTime("1 hour")
    .sign(await importPKCS8(created.secret, "EdDSA"));
  const state = async (now = new Date()) => {
    const keys = await findVerifyingKeys(services.db, services.secrets.encryptionKey, grant.projectId);
    return (await readViewerToken(token, keys, now)).state;
  };
  expect(await state()).toBe("verified");
  await expect(revealSigningKey(context, grant, id)).rejects.toMatchObject({ code: "conflict" });
  await rotateSigningKey(context, grant, id, 60);
  expect(await state()).toBe("verified");
  expect(await state(new Date(Date.now() + 3_700_000))).toBe("invalid");
  await revokeSigningKey(context, grant, id);
  await revokeSigningKey(context, grant, id);
  expect(await state()).toBe("invalid");
  expect((await listSigningKeys(context, grant.projectId)).map((key) => key.state)).toEqual(["active", "revoked"]);
});

test("a rotation never gives a key more time: one that has ended is refused", async () => {
  const { id } = (await createSigningKey(context, grant, "HS256")).data;
  const endOf = async () =>
    (await listSigningKeys(context, grant.projectId)).find((key) => key.id === id)?.expires_at?.getTime();
  await rotateSigningKey(context, grant, id, 60);
  const end = await endOf();
  await rotateSigningKey(context, grant, id, 10_080);
  expect(await endOf()).toBe(end);
  await rotateSigningKey(context, grant, id, 0);
  await expect(rotateSigningKey(context, grant, id, 10_080)).rejects.toMatchObject({ code: "conflict" });
  expect((await listSigningKeys(context, grant.projectId)).find((key) => key.id === id)).toMatchObject({
    state: "revoked",
  });
});

test("who reveals the secret of an HS256 key is in the audit log, the secret is not", async () => {
  const { data, secret } = await createSigningKey(context, grant, "HS256");
  expect(await revealSigningKey(context, grant, data.id)).toBe(secret);
  expect(await auditedActions(services, grant.projectId)).toEqual(["signing_key.created", "signing_key.revealed"]);
  const { rows } = await selectRows(services, "audit_log", { project_id: grant.projectId }).then((all) => ({
    rows: JSON.stringify(all),
  }));
  expect(rows).not.toContain(secret);
});

test("a dry run counts the loads of seven days that a draft would refuse", async () => {
  const { id } = await createProfile(context, grant, settings("Partners"));
  const videoId = await aVideo();
  const load = (page: string | null, signed = false, at = new Date()) => ({
    project_id: grant.projectId,
    item_kind: "video" as const,
    item_id: videoId,
    page,
    country: null,
    address: "203.0.113.0",
    agent: "Mozilla/5.0",
    signed,
    at,
  });
  const longAgo = new Date(Date.now() - 8 * 86_400_000);
  await insertRows(services, "recent_loads", [
    load("example.com/"),
    load("example.com/a"),
    load("other.test/", true),
    load(null),
    load("old.test/", false, longAgo),
  ]);
  expect(await dryRun(context, grant, id, only("example.com"))).toMatchObject({
    loads: 4,
    denied: 2,
    sampled: false,
    reasons: expect.arrayContaining([
      { reason: "referrer_not_allowed", loads: 1 },
      { reason: "referrer_missing", loads: 1 },
    ]),
  });
  expect(await dryRun(context, grant, id, { ...OPEN_POLICY, signed: true })).toMatchObject({ denied: 3 });
  expect(await dryRun(context, grant, id, undefined)).toMatchObject({ loads: 4, denied: 0 });
});

test("embed pages say whether today's rules allow them, and denials come newest first", async () => {
  const { id } = await createProfile(context, grant, settings("Usual", only("example.com")));
  await setDefault(context, grant, id, true);
  const videoId = await aVideo();
  const item = { project_id: grant.projectId, item_kind: "video" as const, item_id: videoId };
  await insertRows(services, "embed_places", [
    { ...item, host: "example.com", path: "/a", loads: 3 },
    { ...item, host: "other.test", path: "/", loads: 1 },
  ]);
  const { data } = await listEmbedPlaces(context, grant, {});
  expect(Object.fromEntries(data.map(({ host, allowed }) => [host, allowed]))).toEqual({
    "example.com": true,
    "other.test": false,
  });
  const denial = { ...item, page: null, country: null, address: "203.0.113.0", agent: "", profile_id: id };
  await insertRows(services, "playback_denials", [
    { ...denial, reason: "referrer_missing" },
    { ...denial, reason: "token_missing" },
  ]);
  const denied = await listDenials(context, grant, {});
  expect(denied.data.map(({ reason }) => reason)).toEqual(["token_missing", "referrer_missing"]);
  expect(denied).toMatchObject({ more: false, data: [{ item: { title: "A film" } }, {}] });
  expect((await listDenials(context, grant, { reason: "token_missing" })).data).toHaveLength(1);
  expect((await listDenials(context, grant, { video: videoId })).data).toHaveLength(2);
  expect((await listDenials(context, grant, { video: videoId + 1 })).data).toEqual([]);
  expect((await listDenials(context, grant, { stream: videoId })).data).toEqual([]);
});
