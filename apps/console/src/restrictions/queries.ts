import { queryOptions } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { dataQuery } from "../platform/queries.ts";

export type Profile = Awaited<ReturnType<typeof api.restrictions.getRestriction>>["data"];
export type Policy = Profile["policy"];
export type SigningKey = Awaited<ReturnType<typeof api.restrictions.listSigningKeys>>["data"][number];
export type EmbedPlace = Awaited<ReturnType<typeof api.restrictions.listEmbedPlaces>>["data"][number];
export type DryRunResult = Awaited<ReturnType<typeof api.restrictions.dryRunRestriction>>["data"];

/** A profile to be made: an open one, or a copy. */
export interface Draft {
  name: string;
  policy: Policy;
}

/** A signing key's secret to be shown. */
export interface ShownSecret {
  title: string;
  secret: string;
  algorithm: SigningKey["algorithm"];
}

export const profilesKey = (projectId: number) => ["restrictions", projectId] as const;
export const keysKey = (projectId: number) => ["signing-keys", projectId] as const;
export const restrictedCategoriesKey = (projectId: number) => ["restricted-categories", projectId] as const;

/** The profiles of a project, with the age of the geo database. */
export const profilesQuery = (projectId: number) =>
  queryOptions({
    queryKey: profilesKey(projectId),
    queryFn: ({ signal }) => api.restrictions.listRestrictions({ project_id: projectId }, { signal }),
  });

/** One profile. */
export const profileQuery = (projectId: number, id: number) =>
  dataQuery([...profilesKey(projectId), id], api.restrictions.getRestriction, { project_id: projectId, id });

/** The newest video that a profile applies to. */
export const restrictedVideoQuery = (projectId: number, id: number) =>
  dataQuery([...profilesKey(projectId), id, "newest-video"], api.restrictions.findRestrictedVideo, {
    project_id: projectId,
    id,
  });

/** The signing keys of a project. */
export const keysQuery = (projectId: number) =>
  dataQuery(keysKey(projectId), api.restrictions.listSigningKeys, { project_id: projectId });

/** The categories of a project, each with its profile. */
export const restrictedCategoriesQuery = (projectId: number) =>
  dataQuery(restrictedCategoriesKey(projectId), api.restrictions.listRestrictedCategories, { project_id: projectId });

/** The pages that players were loaded on. */
export const placesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["embed-places", projectId],
    queryFn: ({ signal }) => api.restrictions.listEmbedPlaces({ project_id: projectId }, { signal }),
  });
