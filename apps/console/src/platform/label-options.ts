import { api } from "./client.ts";

/** The categories something may be given, up to 20 of them or those that match a text. */
export const loadCategories = (projectId: number) => async (search: string | null, signal: AbortSignal) =>
  (await api.categories.listCategoryOptions({ project_id: projectId, search }, { signal })).data;

/** The same of tags. */
export const loadTags = (projectId: number) => async (search: string | null, signal: AbortSignal) =>
  (await api.tags.listTagOptions({ project_id: projectId, search }, { signal })).data;
