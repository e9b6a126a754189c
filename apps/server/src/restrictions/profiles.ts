import type { Tx } from "@kinora/db/connect.ts";
import { PROFILES_MAX, POLICY_LIMITS, type RestrictionPolicy } from "@kinora/domain/restrictions/policy.ts";
import {
  matchingEntry,
  normaliseReferrer,
  parsePage,
  type PageAddress,
} from "@kinora/domain/restrictions/referrers.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { violatedIndex } from "../platform/database/unique-violation.ts";
import { requireVersion } from "../platform/database/version.ts";
import { Refusal } from "../platform/refusal.ts";
import { hashPlaybackPassword } from "../platform/secrets/playback-password.ts";
import { announce } from "./announce.ts";
import { lockProfile, readProfile, readProfiles, type LockedProfile } from "./profile-rows.ts";

/** What people set of a profile. */
export interface ProfileSettings {
  name: string;
  policy: RestrictionPolicy;
  message: string;
  /** Undefined keeps the password there is. */
  newPassword: string | undefined;
}

/** The profiles of a project with the age of the geo database. */
export async function listProfiles({ db, countries }: Context, projectId: number) {
  const [data, geo] = await Promise.all([readProfiles(db, projectId), countries.open()]);
  return { data, geo: { built_at: geo.builtAt, own: geo.source !== "built_in" } };
}

/**
 * Adds a profile.
 * @throws Refusal `conflict` at 50 profiles, `invalid` when the name is taken or a password is missing, `conflict` for
 *   another version.
 */
export async function createProfile(context: Context, grant: ProjectGrant, settings: ProfileSettings) {
  if (settings.policy.password && settings.newPassword === undefined) throw missingPassword();
  const passwordHash = settings.newPassword === undefined ? null : await hashPlaybackPassword(settings.newPassword);
  return refuseTakenName(() =>
    context.db.transaction().execute(async (tx) => {
      await lockProfiles(tx, grant);
      const row = await tx
        .insertInto("restriction_profiles")
        .values({
          project_id: grant.projectId,
          account_id: grant.accountId,
          name: settings.name,
          policy: JSON.stringify(settings.policy),
          message: settings.message,
          password_hash: passwordHash,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const object = { type: "restriction" as const, id: row.id, title: settings.name };
      await announce(context, tx, grant, { action: "restriction.created", object });
      return readProfile(tx, grant.projectId, row.id);
    }),
  );
}

/**
 * Changes a profile. Edges apply it after two seconds at most; what browsers keep of media ends after eight more.
 * @throws Refusal `not_found`, or `invalid` when the name is taken or a password is missing.
 */
export async function updateProfile(
  context: Context,
  grant: ProjectGrant,
  id: number,
  settings: ProfileSettings & { version?: number | undefined },
) {
  const { newPassword } = settings;
  const newHash = newPassword === undefined ? undefined : await hashPlaybackPassword(newPassword);
  return refuseTakenName(() =>
    context.db.transaction().execute(async (tx) => {
      const before = await lockProfile(tx, grant.projectId, id);
      requireVersion(before, settings.version, "restriction profile");
      await writeProfile(context, tx, grant, before, settings, newHash);
      return readProfile(tx, grant.projectId, id);
    }),
  );
}

/** Writes what differs of a locked profile. @throws Refusal `invalid` when a password is missing. */
async function writeProfile(
  context: Context,
  tx: Tx,
  grant: ProjectGrant,
  before: LockedProfile,
  settings: ProfileSettings,
  newHash: string | undefined,
): Promise<void> {
  const { name, policy, message } = settings;
  if (policy.password && before.password_hash === null && newHash === undefined) throw missingPassword();
  const changes = differences(before, settings);
  if (Object.keys(changes).length === 0) return;
  await tx
    .updateTable("restriction_profiles")
    .set({
      name,
      policy: JSON.stringify(policy),
      message,
      updated_at: sql`clock_timestamp()`,
      ...(newHash === undefined ? {} : { password_hash: newHash, password_version: before.password_version + 1 }),
    })
    .where("id", "=", before.id)
    .where("project_id", "=", grant.projectId)
    .execute();
  const object = { type: "restriction" as const, id: before.id, title: name };
  await announce(context, tx, grant, { action: "restriction.updated", object, changes });
}

/** Makes a profile the project's default, or ends that. Idempotent. @throws Refusal `not_found`. */
export async function setDefault(context: Context, grant: ProjectGrant, id: number, isDefault: boolean) {
  return context.db.transaction().execute(async (tx) => {
    // A project has one default: choices are made one after the other.
    await lockProject(tx, grant);
    const before = await lockProfile(tx, grant.projectId, id);
    if (before.is_default === isDefault) return readProfile(tx, grant.projectId, id);
    if (isDefault)
      await tx
        .updateTable("restriction_profiles")
        .set({ is_default: false })
        .where("project_id", "=", grant.projectId)
        .where("is_default", "=", true)
        .execute();
    await tx
      .updateTable("restriction_profiles")
      .set({ is_default: isDefault })
      .where("id", "=", id)
      .where("project_id", "=", grant.projectId)
      .execute();
    const changes = { is_default: [before.is_default, isDefault] };
    const object = { type: "restriction" as const, id, title: before.name };
    await announce(context, tx, grant, { action: "restriction.default_changed", object, changes });
    return readProfile(tx, grant.projectId, id);
  });
}

/** Deletes a profile; what had it gets its category's or the project's default. @throws Refusal `not_found`. */
export async function deleteProfile(context: Context, grant: ProjectGrant, id: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const { name } = await lockProfile(tx, grant.projectId, id);
    await tx
      .deleteFrom("restriction_profiles")
      .where("id", "=", id)
      .where("project_id", "=", grant.projectId)
      .execute();
    const object = { type: "restriction" as const, id, title: name };
    await announce(context, tx, grant, { action: "restriction.deleted", object });
  });
}

/**
 * Lets a page's host embed: adds it to the allowed ones, or takes what covers it from the blocked ones. Idempotent.
 * @throws Refusal `not_found`, `invalid` for what is no page, `conflict` where every page may embed or the list is full.
 */
export async function allowReferrer(context: Context, grant: ProjectGrant, id: number, typed: string) {
  const result = normaliseReferrer(typed);
  if ("problem" in result) throw new Refusal("invalid", result.problem, { fields: { referrer: [result.problem] } });
  const page = parsePage(`http://${result.entry}`);
  if (!page) throw new Refusal("invalid", "Write a domain such as example.com.");
  return context.db.transaction().execute(async (tx) => {
    // Locked before it is read: the whole policy is written back.
    const before = await lockProfile(tx, grant.projectId, id);
    const referrers = withReferrer(before.policy.referrers, result.entry, page);
    const { name, message } = before;
    const policy = { ...before.policy, referrers };
    await writeProfile(context, tx, grant, before, { name, message, policy, newPassword: undefined }, undefined);
    return readProfile(tx, grant.projectId, id);
  });
}

type Referrers = RestrictionPolicy["referrers"];

/** @throws Refusal `conflict` where every page may embed or the list is full. */
function withReferrer(referrers: Referrers, entry: string, page: PageAddress): Referrers {
  const { mode, entries } = referrers;
  if (mode === "all") throw new Refusal("conflict", "This profile allows every page already.");
  const isCovered = matchingEntry(entries, page) !== undefined;
  if (isCovered === (mode === "only")) return referrers;
  if (mode === "block") return { ...referrers, entries: entries.filter((one) => !matchingEntry([one], page)) };
  if (entries.length >= POLICY_LIMITS.referrers)
    throw new Refusal("conflict", `The profile has ${POLICY_LIMITS.referrers} pages already. Use a wildcard.`);
  return { ...referrers, entries: [...entries, entry] };
}

/** What changed, each as [before, after]; passwords are not named. */
function differences(
  before: Pick<ProfileSettings, "name" | "message" | "policy">,
  after: ProfileSettings,
): Record<string, unknown> {
  const { name, message, policy } = before;
  const old = new Map<string, unknown>(Object.entries({ name, message, ...policy }));
  const changed = Object.entries({ name: after.name, message: after.message, ...after.policy })
    .map(([part, value]) => [part, old.get(part), value] as const)
    .filter(([, was, is]) => sorted(was) !== sorted(is));
  return {
    ...Object.fromEntries(changed.map(([part, was, is]) => [part, [was, is]])),
    ...(after.newPassword === undefined ? {} : { new_password: true }),
  };
}

/** JSON with its names in one order: PostgreSQL keeps those of jsonb in an order of its own. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? "";

async function lockProject(tx: Tx, { projectId }: ProjectGrant): Promise<void> {
  await tx.selectFrom("projects").select("id").where("id", "=", projectId).forNoKeyUpdate().executeTakeFirstOrThrow();
}

async function lockProfiles(tx: Tx, grant: ProjectGrant): Promise<void> {
  const { projectId } = grant;
  await lockProject(tx, grant);
  const { count } = await tx
    .selectFrom("restriction_profiles")
    .select((query) => query.fn.countAll<number>().as("count"))
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= PROFILES_MAX)
    throw new Refusal("conflict", `A project can have up to ${PROFILES_MAX} restriction profiles.`);
}

function missingPassword(): Refusal {
  const message = "Set a password.";
  return new Refusal("invalid", message, { fields: { new_password: [message] } });
}

async function refuseTakenName<Row>(work: () => Promise<Row>): Promise<Row> {
  try {
    return await work();
  } catch (error) {
    if (violatedIndex(error) !== "restriction_profiles_name") throw error;
    const message = "There is already a profile of this name.";
    throw new Refusal("invalid", message, { fields: { name: [message] } });
  }
}
