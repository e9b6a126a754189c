import type { Database, Tx } from "@kinora/db/connect.ts";
import type { RestrictionPolicy } from "@kinora/domain/restrictions/policy.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { record } from "../platform/events/record.ts";
import { Refusal } from "../platform/refusal.ts";

/** What may have a profile of its own. */
export type Restricted = "video" | "stream" | "category" | "playlist";

const TITLES = { video: "title", stream: "name", category: "name", playlist: "name" } as const;
const TABLES = { video: "videos", stream: "streams", category: "categories", playlist: "playlists" } as const;
const ALIVE = {
  video: sql`deleted_at is null`,
  stream: sql`deleted_at is null`,
  category: sql`leaving_at is null`,
  playlist: sql`true`,
};

/** The profile that applies to a video, livestream or playlist, where it comes from, and what it restricts. @throws Refusal `not_found`. */
export async function effectiveRestriction(
  { db }: Pick<Context, "db">,
  { projectId }: Pick<ProjectGrant, "projectId">,
  kind: Exclude<Restricted, "category">,
  id: number,
) {
  const found = await findEffective(db, projectId, kind, id);
  if (!found) throw missingThing(kind);
  const { profile_id: profileId, name, policy, place } = found;
  if (profileId === null || name === null || policy === null) return { profile: null, from: null, rules: [] };
  return { profile: { id: profileId, name }, from: place, rules: describePolicy(policy, kind) };
}

async function findEffective(db: Database, projectId: number, kind: Exclude<Restricted, "category">, id: number) {
  const category = kind === "playlist" ? sql`null::bigint` : sql`thing.category_id`;
  const { rows } = await sql<{
    profile_id: number | null;
    name: string | null;
    policy: RestrictionPolicy | null;
    place: "own" | "category" | "project" | null;
  }>`
    select profile.id as profile_id, profile.name, profile.policy,
      case when own.profile_id is not null then 'own' when category.profile_id is not null then 'category'
        when profile.id is not null then 'project' end as place
    from ${sql.table(TABLES[kind])} thing
    left join restriction_assignments own on ${sql.ref(`own.${kind}_id`)} = thing.id
    left join restriction_assignments category on category.category_id = ${category}
    left join restriction_profiles usual on usual.project_id = thing.project_id and usual.is_default
    left join restriction_profiles profile
      on profile.id = coalesce(own.profile_id, category.profile_id, usual.id)
    where thing.id = ${id} and thing.project_id = ${projectId} and ${ALIVE[kind]}`.execute(db);
  return rows[0];
}

/**
 * Gives a thing a profile of its own, or none. Idempotent.
 * @throws Refusal `not_found` for the thing, `invalid` when the profile is not one of the project.
 */
export async function assignRestriction(
  context: Context,
  grant: ProjectGrant,
  kind: Restricted,
  id: number,
  profileId: number | null,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const title = await lockThing(tx, grant, kind, id);
    const profile = profileId === null ? null : await findProfileName(tx, grant, profileId);
    const column = `${kind}_id` as const;
    const before = await tx
      .selectFrom("restriction_assignments")
      .innerJoin("restriction_profiles", "restriction_profiles.id", "restriction_assignments.profile_id")
      .select(["profile_id", "restriction_profiles.name"])
      .where(`restriction_assignments.${column}`, "=", id)
      .executeTakeFirst();
    if ((before?.profile_id ?? null) === profileId) return;
    await tx.deleteFrom("restriction_assignments").where(column, "=", id).execute();
    if (profileId !== null)
      await tx
        .insertInto("restriction_assignments")
        .values({ project_id: grant.projectId, profile_id: profileId, [column]: id })
        .execute();
    await record(context, tx, grant, {
      action: `${kind}.restriction_changed`,
      object: { type: kind, id, title },
      changes: { restriction: [before?.name ?? null, profile] },
    });
  });
}

/** The categories of a project in their order, each with its own profile. */
export async function listRestrictedCategories({ db }: Context, projectId: number) {
  return db
    .selectFrom("categories")
    .leftJoin("restriction_assignments", "restriction_assignments.category_id", "categories.id")
    .select(["categories.id", "categories.name", "restriction_assignments.profile_id"])
    .where("categories.project_id", "=", projectId)
    .where("leaving_at", "is", null)
    .orderBy("position")
    .orderBy("categories.id")
    .execute();
}

async function lockThing(tx: Tx, { projectId }: ProjectGrant, kind: Restricted, id: number): Promise<string> {
  const { rows } = await sql<{ title: string }>`
    select ${sql.ref(TITLES[kind])} as title from ${sql.table(TABLES[kind])}
    where id = ${id} and project_id = ${projectId} and ${ALIVE[kind]} for no key update`.execute(tx);
  if (!rows[0]) throw missingThing(kind);
  return rows[0].title;
}

async function findProfileName(tx: Tx, { projectId }: ProjectGrant, id: number): Promise<string> {
  const profile = await tx
    .selectFrom("restriction_profiles")
    .select("name")
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  if (profile) return profile.name;
  const message = "Choose a restriction profile of this project.";
  throw new Refusal("invalid", message, { fields: { profile_id: [message] } });
}

/** What a policy means for a thing of this kind, in sentences for people. */
export function describePolicy(policy: RestrictionPolicy, kind: Exclude<Restricted, "category">): string[] {
  const { referrers, countries, addresses, agents, signed, sessions, password, encrypted } = policy;
  const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
  const list = (mode: "only" | "block", text: string) => (mode === "only" ? `Only ${text}` : `Not ${text}`);
  return [
    ...(referrers.mode === "all" ? [] : [list(referrers.mode, count(referrers.entries.length, "page", "pages"))]),
    ...(countries.mode === "all" ? [] : [list(countries.mode, count(countries.codes.length, "country", "countries"))]),
    ...(addresses.mode === "all"
      ? []
      : [list(addresses.mode, count(addresses.ranges.length, "IP range", "IP ranges"))]),
    ...(agents.mode === "all" ? [] : [list(agents.mode, count(agents.patterns.length, "app", "apps"))]),
    ...(signed ? ["Signed links"] : []),
    ...(signed && sessions !== null ? [`${count(sessions, "viewer", "viewers")} per link`] : []),
    ...(password ? ["Password"] : []),
    ...(encrypted && kind === "video" ? ["Encrypted segments"] : []),
  ];
}

const missingThing = (kind: Restricted) =>
  new Refusal("not_found", `This ${kind} does not exist or belongs to another project.`);
