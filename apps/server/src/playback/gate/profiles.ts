import type { Database } from "@kinora/db/connect.ts";
import { isOpen, OPEN_POLICY, type RestrictionPolicy } from "@kinora/domain/restrictions/policy.ts";
import { sql, type RawBuilder } from "kysely";

/** A restriction profile as the edge applies it. */
export interface AppliedProfile {
  id: number;
  policy: RestrictionPolicy;
  /** Whether it refuses nobody. */
  open: boolean;
  message: string;
  /** The public name of the picture that refused viewers see. */
  picture: string | null;
  passwordHash: string | null;
  passwordVersion: number;
  /** Changes with the profile. */
  revision: string;
}

/** Where no profile applies. */
export const NO_PROFILE: AppliedProfile = {
  id: 0,
  policy: OPEN_POLICY,
  open: true,
  message: "",
  picture: null,
  passwordHash: null,
  passwordVersion: 0,
  revision: "",
};

/** The profile that applies to a playlist: its own, or the project's default. */
export const playlistProfileId = (row: string): RawBuilder<number | null> => sql<number | null>`coalesce(
    (select assignment.profile_id from restriction_assignments assignment
      where assignment.playlist_id = ${sql.ref(`${row}.id`)}),
    (select profile.id from restriction_profiles profile
      where profile.project_id = ${sql.ref(`${row}.project_id`)} and profile.is_default))`;

/** The profile that applies to a video or livestream: its own, its category's, or the project's default. */
export const appliedProfileId = (kind: "video" | "stream", row: string): RawBuilder<number | null> => {
  const own = sql.ref(`assignment.${kind}_id`);
  return sql<number | null>`coalesce(
    (select assignment.profile_id from restriction_assignments assignment where ${own} = ${sql.ref(`${row}.id`)}),
    (select assignment.profile_id from restriction_assignments assignment
      where assignment.category_id = ${sql.ref(`${row}.category_id`)}),
    (select profile.id from restriction_profiles profile
      where profile.project_id = ${sql.ref(`${row}.project_id`)} and profile.is_default))`;
};

/** A profile by its id, or null. */
export async function findAppliedProfile(db: Database, id: string): Promise<AppliedProfile | null> {
  const row = await db
    .selectFrom("restriction_profiles as profile")
    .leftJoin("restriction_pictures as picture", "picture.profile_id", "profile.id")
    .select(["id", "policy", "message", "picture.hash as picture", "password_hash", "password_version", "updated_at"])
    .where("id", "=", Number(id))
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    policy: row.policy,
    open: isOpen(row.policy),
    message: row.message,
    picture: row.picture,
    passwordHash: row.password_hash,
    passwordVersion: row.password_version,
    revision: `${row.id}/${row.updated_at.getTime()}/${row.password_version}`,
  };
}
