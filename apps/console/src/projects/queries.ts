import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiInput } from "../platform/api-input.ts";
import { api } from "../platform/client.ts";
import { dataQuery } from "../platform/queries.ts";

export type Project = Awaited<ReturnType<typeof api.projects.getProject>>["data"];
export type Category = Awaited<ReturnType<typeof api.categories.listCategories>>["data"][number];
export type Tag = Awaited<ReturnType<typeof api.tags.listTags>>["data"][number];
export type Ladder = Awaited<ReturnType<typeof api.resolutions.getLadder>>["data"];
export type Watermark = NonNullable<Awaited<ReturnType<typeof api.resolutions.getWatermark>>["data"]>;
export type LadderRun = NonNullable<Ladder["run"]>;

export const projectKey = (projectId: number) => ["project", projectId] as const;
export const categoriesKey = (projectId: number) => ["categories", projectId] as const;
export const tagsKey = (projectId: number) => ["tags", projectId] as const;
export const ladderKey = (projectId: number) => ["ladder", projectId] as const;
export const watermarkKey = (projectId: number) => ["watermark", projectId] as const;
export const accountSecurityKey = (accountId: number) => ["account", accountId, "security"] as const;
export const trashKey = (projectId: number) => ["trash", projectId] as const;

/** A project with its settings. */
export const projectQuery = (projectId: number) =>
  dataQuery(projectKey(projectId), api.projects.getProject, { id: projectId });

/** The categories of a project in its own order. */
export const categoriesQuery = (projectId: number) =>
  dataQuery(categoriesKey(projectId), api.categories.listCategories, { project_id: projectId });

/** One page of a project's tags: those whose name contains a text, all or unused ones, in an order. */
export const tagsQuery = (
  projectId: number,
  view: { page: number; per_page: number; search?: string; sort?: "name" | "-videos" | "-created_at"; unused?: true },
) =>
  queryOptions({
    queryKey: [...tagsKey(projectId), view],
    queryFn: ({ signal }) => {
      const { unused, ...rest } = view;
      const filter = unused ? { unused: "true" as const } : {};
      return api.tags.listTags(apiInput("tags.listTags", { project_id: projectId, ...rest, ...filter }), { signal });
    },
    placeholderData: keepPreviousData,
  });

/** A project's ladder; read again every 3 s while it goes through the videos. */
export const ladderQuery = (projectId: number) =>
  queryOptions({
    queryKey: ladderKey(projectId),
    queryFn: async ({ signal }) => (await api.resolutions.getLadder({ project_id: projectId }, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.run?.state === "running" ? 3_000 : false),
  });

/** The watermark of a project's new videos; null while it has none. */
export const watermarkQuery = (projectId: number) =>
  dataQuery(watermarkKey(projectId), api.resolutions.getWatermark, { project_id: projectId });

/** Deleted videos that can still be taken back. */
export const trashQuery = (projectId: number) =>
  dataQuery(trashKey(projectId), api.trash.listTrash, { project_id: projectId });

/** Whether an account demands a second factor of its people. */
export const accountSecurityQuery = (accountId: number) =>
  dataQuery(accountSecurityKey(accountId), api.owners.getAccountSecurity, { account_id: accountId });

/** What would go with a project. */
export const impactQuery = (projectId: number) =>
  dataQuery(["project", projectId, "impact"], api.projects.getProjectImpact, { id: projectId }, { staleTime: 0 });

/** The first 20 tags whose name contains a text, for a field that completes names. */
export const loadTagOptions = (projectId: number) => async (search: string | null, signal: AbortSignal) =>
  (await api.tags.listTagOptions({ project_id: projectId, search: search ?? "" }, { signal })).data;

/** The same of the categories that are on. */
export const loadCategoryOptions = (projectId: number) => async (search: string | null, signal: AbortSignal) =>
  (await api.categories.listCategoryOptions({ project_id: projectId, search: search ?? "" }, { signal })).data;
