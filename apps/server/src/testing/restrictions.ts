import type { Schema } from "@kinora/db/schema.ts";
import { insertRow } from "@kinora/db/testing-rows.ts";
import { OPEN_POLICY, type RestrictionPolicy } from "@kinora/domain/restrictions/policy.ts";
import type { Insertable } from "kysely";
import type { Services } from "../context.ts";
import { newHash } from "../platform/secrets/hash.ts";
import type { TestProject } from "../platform/testing.ts";
import { ownedBy } from "./fixtures.ts";

type Place = Pick<TestProject, "accountId" | "projectId">;

/** Only pages of this host may show it. */
export const onlyOn = (host: string): Pick<RestrictionPolicy, "referrers"> => ({
  referrers: { mode: "only", entries: [host], empty: false },
});

/** Adds a restriction profile that is open but for these rules; answers its id. */
export async function addProfile(
  { db }: Services,
  place: Place,
  rules: Partial<RestrictionPolicy>,
  values: Partial<Insertable<Schema["restriction_profiles"]>> = {},
): Promise<number> {
  const policy = JSON.stringify({ ...OPEN_POLICY, ...rules });
  const { id } = await insertRow(db, "restriction_profiles", { ...ownedBy(place), name: newHash(), policy, ...values });
  return id;
}

/** Puts a video, a livestream or a playlist under a profile. */
export const assignProfile = (
  { db }: Services,
  { projectId }: Place,
  profileId: number,
  of: { video_id: number } | { stream_id: number } | { playlist_id: number },
) => insertRow(db, "restriction_assignments", { project_id: projectId, profile_id: profileId, ...of });
