import { OPEN_POLICY, type RestrictionPolicy } from "@kinora/domain/restrictions/policy.ts";
import type { SeededVideo } from "./library.ts";
import type { SeededProject } from "./people.ts";

const PARTNERS: RestrictionPolicy = {
  ...OPEN_POLICY,
  referrers: { mode: "only", entries: ["northquay.example", "harbor-pictures.example"], empty: true },
};
const MEMBERS: RestrictionPolicy = { ...OPEN_POLICY, signed: true, sessions: 2 };

/** Adds two restriction profiles, applies one to the restricted videos, and creates a signing key for the other. */
export async function addRestrictions(
  { projectId, visitor: { api } }: SeededProject,
  videos: readonly SeededVideo[],
): Promise<void> {
  const { data: known } = await api.restrictions.listRestrictions({ project_id: projectId });
  if (known.some(({ name }) => name === "Partner sites")) return;
  const { data: partners } = await api.restrictions.createRestriction({
    project_id: projectId,
    name: "Partner sites",
    policy: PARTNERS,
    message: "This video plays on the sites of our partners.",
  });
  await api.restrictions.createSigningKey({ project_id: projectId });
  await api.restrictions.createRestriction({ project_id: projectId, name: "Members only", policy: MEMBERS });
  for (const { id } of videos.filter(({ restricted }) => restricted))
    await api.restrictions.assignVideoRestriction({ id, profile_id: partners.id });
}
