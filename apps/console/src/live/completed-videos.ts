import { api } from "../platform/client.ts";

/** A finished video, as fields that look for one find it. */
export type CompletedVideo = Awaited<ReturnType<typeof api.videos.listVideos>>["data"][number];

/** The first completed videos of a project with a text in their words; the newest where there is none. */
export async function findCompleted(
  projectId: number,
  search: string | null,
  signal: AbortSignal,
): Promise<CompletedVideo[]> {
  const { data } = await api.videos.listVideos({ id: projectId, type: "completed", per_page: 30, search }, { signal });
  return data;
}

/** A video among options: by its title. */
export const optionOf = ({ id, title, hash }: CompletedVideo) => ({ id, name: title || hash });
