import { POLICY_LIMITS, type RestrictionPolicy } from "@kinora/domain/restrictions/policy.ts";
import {
  matchingEntry,
  normaliseReferrer,
  parsePage,
  type PageAddress,
} from "@kinora/domain/restrictions/referrers.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { changesBetween } from "../platform/events/changes.ts";
import { change, endDefault, remove } from "../platform/nouns/change.ts";
import { create, lockProject } from "../platform/nouns/create.ts";
import type { NounRow } from "../platform/nouns/noun.ts";
import { Refusal } from "../platform/refusal.ts";
import { hashPlaybackPassword } from "../platform/secrets/playback-password.ts";
import { PROFILE, readProfile, readProfiles } from "./profile-rows.ts";

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
 * Adds a profile, as the project's default if asked.
 * @throws Refusal `conflict` at 50 profiles, `invalid` when the name is taken or a password is missing, `conflict` for
 *   another version.
 */
export async function createProfile(
  context: Context,
  grant: ProjectGrant,
  { isDefault = false, ...settings }: ProfileSettings & { isDefault?: boolean },
) {
  if (settings.policy.password && settings.newPassword === undefined) throw missingPassword();
  const passwordHash = settings.newPassword === undefined ? null : await hashPlaybackPassword(settings.newPassword);
  const id = await context.db.transaction().execute(async (tx) => {
    const { name, message } = settings;
    const policy = JSON.stringify(settings.policy);
    const values = { name, message, policy, password_hash: passwordHash, is_default: isDefault };
    if (isDefault) {
      await lockProject(tx, grant.projectId);
      await endDefault(tx, PROFILE, grant);
    }
    return (await create(context, tx, PROFILE, grant, values)).id;
  });
  return readProfile(context.db, grant.projectId, id);
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
  const { version } = settings;
  await change(context, PROFILE, grant, { id, version }, (before) => edited(before, settings, newHash));
  return readProfile(context.db, grant.projectId, id);
}

/** The edit that gives a profile these settings. @throws Refusal `invalid` when a password is missing. */
function edited(before: NounRow<"restriction_profiles">, settings: ProfileSettings, newHash: string | undefined) {
  const { name, policy, message } = settings;
  if (policy.password && before.password_hash === null && newHash === undefined) throw missingPassword();
  const password =
    newHash === undefined ? {} : { password_hash: newHash, password_version: before.password_version + 1 };
  const was = { name: before.name, message: before.message, ...before.policy };
  // Passwords are not named.
  const changes = { ...changesBetween(was, { name, message, ...policy }), ...(newHash && { new_password: true }) };
  return Object.keys(changes).length === 0 ? null : { set: { name, policy, message, ...password }, changes };
}

/** Makes a profile the project's default, or ends that. Idempotent. @throws Refusal `not_found`. */
export async function setDefault(context: Context, grant: ProjectGrant, id: number, isDefault: boolean) {
  await change(context, PROFILE, grant, { id, alone: true }, async (before, tx) => {
    if (isDefault && !before.is_default) await endDefault(tx, PROFILE, grant);
    return { set: { is_default: isDefault }, action: "default_changed" };
  });
  return readProfile(context.db, grant.projectId, id);
}

/** Deletes a profile; what had it gets its category's or the project's default. @throws Refusal `not_found`. */
export const deleteProfile = (context: Context, grant: ProjectGrant, id: number): Promise<void> =>
  remove(context, PROFILE, grant, { id });

/**
 * Lets a page's host embed: adds it to the allowed ones, or takes what covers it from the blocked ones. Idempotent.
 * @throws Refusal `not_found`, `invalid` for what is no page, `conflict` where every page may embed or the list is full.
 */
export async function allowReferrer(context: Context, grant: ProjectGrant, id: number, typed: string) {
  const result = normaliseReferrer(typed);
  if ("problem" in result) throw new Refusal("invalid", result.problem, { fields: { referrer: [result.problem] } });
  const page = parsePage(`http://${result.entry}`);
  if (!page) throw new Refusal("invalid", "Write a domain such as example.com.");
  // Read where it is locked: the whole policy is written back.
  await change(context, PROFILE, grant, { id }, (before) => {
    const { name, message, policy } = before;
    const referrers = withReferrer(policy.referrers, result.entry, page);
    return edited(before, { name, message, policy: { ...policy, referrers }, newPassword: undefined }, undefined);
  });
  return readProfile(context.db, grant.projectId, id);
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

function missingPassword(): Refusal {
  const message = "Set a password.";
  return new Refusal("invalid", message, { fields: { new_password: [message] } });
}
