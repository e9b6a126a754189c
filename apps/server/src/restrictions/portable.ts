import { randomBytes } from "node:crypto";
import type { ProjectDocument } from "@kinora/contract/as-code/document.ts";
import { OPEN_POLICY } from "@kinora/domain/restrictions/policy.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { idsByName } from "../platform/named.ts";
import type { PortableList, ShownOnce } from "../platform/portable.ts";
import { assignRestriction } from "./assignments.ts";
import { readProfiles } from "./profile-rows.ts";
import { createProfile, deleteProfile, setDefault, updateProfile } from "./profiles.ts";

type Profile = NonNullable<ProjectDocument["restrictions"]>[number];

const PASSWORD_BYTES = 12;

/**
 * Restriction profiles in a file, by their names. Their pictures are not in it, nor are passwords: a profile keeps its
 * own, and one that has none gets one that is shown once.
 */
export const portableRestrictions: PortableList<Profile, Profile> = {
  async read({ db }, { projectId }) {
    const rows = await readProfiles(db, projectId);
    return rows
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ id, name, message, is_default, policy, used_by: uses }) => ({
        id,
        value: { name, message, default: is_default, policy: { ...OPEN_POLICY, ...policy } },
        whenRemoved: openedBy(uses),
      }));
  },
  async create(context, grant, wanted) {
    const ids: number[] = [];
    const shown: ShownOnce[] = [];
    for (const { name, message, policy, default: isDefault } of wanted) {
      const password = policy.password ? newPassword() : undefined;
      const { id } = await createProfile(context, grant, { name, message, policy, newPassword: password });
      if (isDefault) await setDefault(context, grant, id, true);
      ids.push(id);
      if (password !== undefined) shown.push({ kind: "playback_password", name, secret: password });
    }
    return { ids, shown };
  },
  async change(context, grant, { id }, { name, message, policy, default: isDefault }) {
    const password = policy.password && !(await hasPassword(context, grant, id)) ? newPassword() : undefined;
    await updateProfile(context, grant, id, { name, message, policy, newPassword: password });
    await setDefault(context, grant, id, isDefault);
    return password === undefined ? [] : [{ kind: "playback_password", name, secret: password }];
  },
  async remove(context, grant, { id }) {
    await deleteProfile(context, grant, id);
  },
};

const newPassword = () => randomBytes(PASSWORD_BYTES).toString("base64url");

async function hasPassword({ db }: Context, { projectId }: ProjectGrant, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("restriction_profiles")
    .select("id")
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .where("password_hash", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

function openedBy(uses: Readonly<Record<string, number>>): string | null {
  const count = Object.values(uses).reduce((sum, each) => sum + each, 0);
  if (count === 0) return null;
  const what = count === 1 ? "1 thing that has it gets" : `${count.toLocaleString("en-US")} things that have it get`;
  return `${what} another profile or none: what it kept closed may become open.`;
}

/** The profiles of a project's categories or playlists, in a file beside their other fields. */
export const portableAssignments = {
  /** The name of the profile of each that has one, by its id. */
  async read(
    { db }: Context,
    { projectId }: ProjectGrant,
    kind: "category" | "playlist",
  ): Promise<Map<number, string>> {
    const rows = await db
      .selectFrom("restriction_assignments as assigned")
      .innerJoin("restriction_profiles as profile", "profile.id", "assigned.profile_id")
      .select([`assigned.${kind}_id as id`, "profile.name"])
      .where("assigned.project_id", "=", projectId)
      .where(`assigned.${kind}_id`, "is not", null)
      .execute();
    return new Map(rows.flatMap(({ id, name }) => (id === null ? [] : [[id, name] as const])));
  },
  /** @throws Refusal `invalid` for a name that no profile of the project has. */
  async assign(
    context: Context,
    grant: ProjectGrant,
    kind: "category" | "playlist",
    id: number,
    name: string | null,
  ): Promise<void> {
    const names = name === null ? [] : [name];
    const [profileId = null] = await idsByName(
      context.db,
      grant.projectId,
      "restriction_profiles",
      names,
      "restriction",
    );
    await assignRestriction(context, grant, kind, id, profileId);
  },
};
