import { randomBytes } from "node:crypto";
import type { Schema } from "@kinora/db/schema.ts";
import { insertRow, insertRows, selectRow } from "@kinora/db/testing-rows.ts";
import { PERMISSIONS, type Permission } from "@kinora/domain/people/permissions.ts";
import type { Insertable } from "kysely";
import { afterAll, beforeEach } from "vitest";
import type { Context, Services } from "../context.ts";
import { newStreamKey, openStreamKey } from "../live/streams/keys.ts";
import type { Grant, ProjectGrant } from "../platform/access/scope.ts";
import type { Run } from "../platform/jobs/tasks.ts";
import { newHash } from "../platform/secrets/hash.ts";
import { aProject, as, asUser, aUser, testServices, type TestProject, type TestServices } from "../platform/testing.ts";

/**
 * Services for all tests of a file, which are stopped after its last test: `const services = await sharedServices();`
 * at the top of the file. @param env overrides settings
 */
export async function sharedServices(env?: Record<string, string>): Promise<TestServices> {
  const services = await testServices(env);
  afterAll(() => services.stop());
  return services;
}

interface SharedProject {
  services: TestServices;
  project: TestProject;
  /** A request of the project's owner. */
  context: Context;
  grant: ProjectGrant;
}

/** A project for all tests of a file, in services of the file. @param env overrides settings */
export async function sharedProject(env?: Record<string, string>): Promise<SharedProject> {
  const services = await sharedServices(env);
  const project = await aProject(services);
  return { services, project, context: as(services, project.owner), grant: grantOf(project) };
}

/** The same, with a new project before each test; the objects of a file stay, and are of the current project. */
export async function projectOfEachTest(env?: Record<string, string>): Promise<SharedProject> {
  const services = await sharedServices(env);
  const [project, context, grant] = [{} as TestProject, {} as Context, {} as ProjectGrant];
  beforeEach(async () => {
    Object.assign(project, await aProject(services));
    Object.assign(context, as(services, project.owner));
    Object.assign(grant, grantOf(project));
  });
  return { services, project, context, grant };
}

/** What the access check finds for the owner of a project; for a member, where permissions are named. */
export const grantOf = (
  { accountId, projectId }: Pick<TestProject, "accountId" | "projectId">,
  permissions?: readonly Permission[],
): ProjectGrant => ({
  accountId,
  projectId,
  owner: permissions === undefined,
  permissions: new Set(permissions ?? PERMISSIONS),
});

/** What the access check finds for the owner of an account, of no project. */
export const accountGrantOf = ({ accountId }: Pick<TestProject, "accountId">): Grant => ({
  accountId,
  projectId: null,
  owner: true,
  permissions: new Set(),
});

/** A request of a new superuser. */
export const asSuperuser = async (services: Services): Promise<Context> =>
  as(services, asUser(await aUser(services, { superuser: true }), true));

/** The first run of a job, which nothing aborts. */
export const RUN: Run = { jobId: "test", signal: new AbortController().signal, failures: 0 };

/** The columns that say whose a row is. */
export const ownedBy = ({ projectId, accountId }: Pick<TestProject, "accountId" | "projectId">) => ({
  project_id: projectId,
  account_id: accountId,
});

type Place = Pick<TestProject, "accountId" | "projectId">;
type Values<Table extends keyof Schema> = Partial<Insertable<Schema[Table]>>;

function first<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new RangeError("no row was added");
  return row;
}

/** Adds another project to the account of one, with the same owner. */
export async function addProject({ db }: Services, of: TestProject, values: Values<"projects"> = {}) {
  const { id } = await insertRow(db, "projects", {
    account_id: of.accountId,
    hash: newHash(),
    name: "Second",
    domain: "example.com",
    ...values,
  });
  return { ...of, projectId: id };
}

/** Adds a person without a password; answers their id. */
export async function addPerson({ db }: Services, values: Values<"users"> & { email: string }): Promise<number> {
  return (await insertRow(db, "users", values)).id;
}

/** Makes a person an owner of an account beside those it has. */
export const addOwner = ({ db }: Services, { accountId }: Pick<TestProject, "accountId">, userId: number) =>
  insertRow(db, "account_owners", { account_id: accountId, user_id: userId });

/** Makes a person a member of a project; `aMember` makes one with a role of their own. */
export const addMember = ({ db }: Services, place: Place, userId: number, roleId: number) =>
  insertRow(db, "project_members", { ...ownedBy(place), user_id: userId, role_id: roleId });

/** The id of an account's role. */
export const roleNamed = async ({ db }: Services, { accountId }: Pick<TestProject, "accountId">, title: string) =>
  (await selectRow(db, "roles", { account_id: accountId, title }, "id")).id;

/** Adds an invitation for a day, as a viewer unless a role is named; no mail is sent. */
export async function addInvitation(services: Services, place: Place, email: string, roleId?: number): Promise<number> {
  const invitation = {
    ...ownedBy(place),
    email,
    role_id: roleId ?? (await roleNamed(services, place, "Viewer")),
    expires_at: new Date(services.clock.now().getTime() + 86_400_000),
  };
  const row = services.db.insertInto("project_invitations").values(invitation).returning("id");
  return (await row.executeTakeFirstOrThrow()).id;
}

/** Adds videos in one statement: complete ones, unless their values say otherwise. */
export const addVideos = ({ db }: Services, place: Place, videos: readonly Values<"videos">[]) =>
  insertRows(
    db,
    "videos",
    videos.map((values) => ({
      ...ownedBy(place),
      hash: newHash(),
      title: "A film",
      status: "complete" as const,
      ...values,
    })),
  );

export const addVideo = async (services: Services, place: Place, values: Values<"videos"> = {}) =>
  first(await addVideos(services, place, [values]));

/** Adds a livestream, and answers its key beside its row's id and hash. */
export async function addStream(services: Services, project: TestProject, values: Values<"streams"> = {}) {
  const hash = values.hash ?? newHash();
  const sealed = newStreamKey(services, hash);
  const { id } = await insertRow(services, "streams", {
    ...ownedBy(project),
    created_by: project.ownerId,
    hash,
    name: "Harbour",
    ...sealed,
    ...values,
  });
  return { id, hash, key: openStreamKey(services, sealed.key_sealed) };
}

/** Adds a category; its name is its slug unless it is given. */
export const addCategory = (
  { db }: Services,
  place: Place,
  { slug = newHash(), ...values }: Values<"categories"> = {},
) => insertRow(db, "categories", { ...ownedBy(place), name: slug, slug, ...values });

export const addTag = ({ db }: Services, place: Place, name: string) =>
  insertRow(db, "tags", { ...ownedBy(place), name });

/** Adds a playlist of videos in this order: one whose items people choose, unless its values say otherwise. */
export async function addPlaylist(
  { db }: Services,
  place: Place,
  values: Values<"playlists"> = {},
  videos: readonly { id: number }[] = [],
) {
  const playlist = await insertRow(db, "playlists", {
    ...ownedBy(place),
    hash: newHash(),
    name: "Evening",
    type: "manual",
    ...values,
  });
  const item = { playlist_id: playlist.id, project_id: place.projectId };
  const items = videos.map(({ id }, position) => ({ ...item, video_id: id, position }));
  if (items.length > 0) await db.insertInto("playlist_items").values(items).execute();
  return playlist;
}

/** Adds an API key of a project: one that may do everything and never ends, unless its values say otherwise. */
export const addApiKey = (services: Services, place: Place, values: Values<"api_keys"> = {}) =>
  insertRow(services, "api_keys", {
    ...{ ...ownedBy(place), name: "A key", prefix: "vk_live_", key_hash: randomBytes(32), scopes: ["full"] },
    ...values,
  });

/** Adds the row of captions of a video; their file is the test's. */
export const addCaptions = (services: Services, place: Place, videoId: number, values: Values<"captions"> = {}) =>
  insertRow(services, "captions", {
    ...{ ...ownedBy(place), video_id: videoId, language: "de", label: "Deutsch", kind: "subtitles" },
    ...{ format: "vtt", size_bytes: 1, cues: 1, ...values },
  });

export const addPlayer = (services: Services, place: Place, values: Values<"players"> = {}) =>
  insertRow(services, "players", { ...ownedBy(place), hash: newHash(), title: "A player", ...values });
