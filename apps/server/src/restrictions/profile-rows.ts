import type { Executor } from "@kinora/db/connect.ts";
import { COUNTRIES } from "@kinora/domain/projects/countries.ts";
import { nobodyPasses, PROFILES_MAX } from "@kinora/domain/restrictions/policy.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import { missing, type Noun } from "../platform/nouns/noun.ts";

/** A restriction profile; its events are of the noun `restriction`. */
export const PROFILE: Noun<"restriction_profiles"> = {
  table: "restriction_profiles",
  name: "restriction",
  label: "restriction profile",
  title: ({ name }) => name,
  most: PROFILES_MAX,
  taken: [{ index: "restriction_profiles_name", message: "There is already a profile of this name." }],
};

const COLUMNS = ["id", "name", "policy", "message", "is_default", "version", "created_at", "updated_at"] as const;
const DENIED_DAYS = 7;

/** The picture of a profile: its public name, and its size in pixels. */
interface ProfilePicture {
  hash: string;
  width: number;
  height: number;
}

const profilesOf = (on: Executor, projectId: number) =>
  on.selectFrom("restriction_profiles").where("project_id", "=", projectId);

/** Signing keys that verify tokens now. */
export async function countActiveKeys(on: Executor, projectId: number): Promise<number> {
  const { keys } = await on
    .selectFrom("signing_keys")
    .select((query) => query.fn.countAll<number>().as("keys"))
    .where("project_id", "=", projectId)
    .where("revoked_at", "is", null)
    .where((query) => query.or([query("expires_at", "is", null), query("expires_at", ">", sql<Date>`now()`)]))
    .executeTakeFirstOrThrow();
  return Number(keys);
}

/** The profiles of a project as the contract sends them, the default first; only the one of `id` if given. */
export async function readProfiles(on: Executor, projectId: number, id?: number) {
  let query = profilesOf(on, projectId)
    .select(COLUMNS)
    .select((columns) => [
      ...(["video_id", "stream_id", "category_id", "playlist_id"] as const).map((column) =>
        columns
          .selectFrom("restriction_assignments as assigned")
          .select((each) => each.fn.count<number>(`assigned.${column}`).as("count"))
          .whereRef("assigned.profile_id", "=", "restriction_profiles.id")
          .as(column),
      ),
      sql<number>`(select coalesce(sum(requests), 0)::int from playback_denials denied
        where denied.profile_id = restriction_profiles.id and denied.at > now() - make_interval(days => ${DENIED_DAYS}))`.as(
        "denied",
      ),
      sql<ProfilePicture | null>`(select json_build_object('hash', hash, 'width', width, 'height', height)
        from restriction_pictures where profile_id = restriction_profiles.id)`.as("picture"),
    ])
    .orderBy("is_default", "desc")
    .orderBy(sql`lower(name)`);
  if (id !== undefined) query = query.where("id", "=", id);
  const [rows, activeKeys] = await Promise.all([query.execute(), countActiveKeys(on, projectId)]);
  return rows.map(({ video_id, stream_id, category_id, playlist_id, ...row }) => ({
    ...row,
    used_by: {
      videos: Number(video_id),
      streams: Number(stream_id),
      categories: Number(category_id),
      playlists: Number(playlist_id),
    },
    warning: nobodyPasses(row.policy, activeKeys, COUNTRIES.length),
  }));
}

/** One profile of a project. @throws Refusal `not_found`. */
export async function readProfile(on: Executor, projectId: number, id: number) {
  const [profile] = await readProfiles(on, projectId, id);
  if (!profile) throw missing(PROFILE);
  return profile;
}

/** A profile as the contract sends it: its picture by URL. */
export const presentProfile = <Profile extends { picture: ProfilePicture | null }>(
  { config }: Pick<Context, "config">,
  { picture, ...profile }: Profile,
) => ({
  ...profile,
  picture: picture && {
    url: `${config.urls.edge}/blocked/${picture.hash}.jpg`,
    width: picture.width,
    height: picture.height,
  },
});
