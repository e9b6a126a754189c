import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { dataQuery } from "../../platform/queries.ts";
import type { inputOf } from "./report-view.ts";

type Input = ReturnType<typeof inputOf>;
type Figures = Readonly<Record<string, number | null>>;

/** A row of a report's table. */
export interface ReportRow {
  id: number | string;
}

/** Any of the five answers, as the page of a report reads it. */
export interface ReportAnswer<Row extends ReportRow> {
  data: {
    totals: Figures;
    previous: Figures | null;
    series: readonly ({ at: string } & Readonly<Record<string, number | string | null>>)[];
    previous_series: readonly ({ at: string } & Readonly<Record<string, number | string | null>>)[] | null;
    rows: readonly Row[];
    collecting_since: string | null;
  };
  pagination: Awaited<ReturnType<typeof api.analytics.getPlayersReport>>["pagination"];
}

/** An answer on its way, as `useQuery` has it. */
export interface ReportQuery<Row extends ReportRow> {
  data: ReportAnswer<Row> | undefined;
  /** When it was answered, in milliseconds since 1970. */
  dataUpdatedAt: number;
  isError: boolean;
  error: unknown;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

type Answer<Call extends (...args: never[]) => Promise<{ data: { rows: readonly unknown[] } }>> = Awaited<
  ReturnType<Call>
>["data"]["rows"][number];

export type PlayerRow = Answer<typeof api.analytics.getPlayersReport>;
export type VideoRow = Answer<typeof api.analytics.getTopVideosReport>;
export type StreamRow = Answer<typeof api.analytics.getTopLivestreamsReport>;
export type DeliveryRow = Answer<typeof api.analytics.getBandwidthReport>;
export type TranscodeRow = Answer<typeof api.analytics.getTranscodeReport>;

type By<Call extends (input: never, ...rest: never[]) => unknown> = NonNullable<
  Parameters<Call>[0] extends { by?: infer Dimension } ? Dimension : never
>;
export type ViewBy = By<typeof api.analytics.getPlayersReport>;
export type DeliveryBy = By<typeof api.analytics.getBandwidthReport>;

const options = { placeholderData: keepPreviousData, staleTime: 10_000 };

export const playersQuery = (projectId: number, input: Input, by: ViewBy) =>
  queryOptions({
    queryKey: ["analytics", projectId, "players", by, input],
    queryFn: ({ signal }) => api.analytics.getPlayersReport({ project_id: projectId, by, ...input }, { signal }),
    ...options,
  });

export const topVideosQuery = (projectId: number, input: Input) =>
  queryOptions({
    queryKey: ["analytics", projectId, "top-videos", input],
    queryFn: ({ signal }) => api.analytics.getTopVideosReport({ project_id: projectId, ...input }, { signal }),
    ...options,
  });

export const topLivestreamsQuery = (projectId: number, input: Input) =>
  queryOptions({
    queryKey: ["analytics", projectId, "top-livestreams", input],
    queryFn: ({ signal }) => api.analytics.getTopLivestreamsReport({ project_id: projectId, ...input }, { signal }),
    ...options,
  });

export const bandwidthQuery = (projectId: number, input: Input, by: DeliveryBy) =>
  queryOptions({
    queryKey: ["analytics", projectId, "bandwidth", by, input],
    queryFn: ({ signal }) => api.analytics.getBandwidthReport({ project_id: projectId, by, ...input }, { signal }),
    ...options,
  });

export const transcodeQuery = (projectId: number, input: Input) =>
  queryOptions({
    queryKey: ["analytics", projectId, "transcode", input],
    queryFn: ({ signal }) => api.analytics.getTranscodeReport({ project_id: projectId, ...input }, { signal }),
    ...options,
  });

/** How often each hundredth of a video was watched in a range of UTC days. */
export const retentionQuery = (videoId: number, range: { from: string; to: string }) =>
  queryOptions({
    queryKey: ["analytics", "retention", videoId, range],
    queryFn: async ({ signal }) =>
      (await api.analytics.getVideoRetention({ id: videoId, ...range }, { signal })).data.parts,
    ...options,
  });

/** Who watches now hangs below this key. */
export const watchingKey = (projectId: number) => ["analytics", projectId, "now"] as const;
/** Not everyone who sees reports hears what is announced: it is read again by the clock, too. */
const WATCHING_MS = 15_000;

/** Who watches the videos or livestreams of a project now, or one of them. */
export const watchingQuery = (projectId: number, kind: "video" | "stream", item: number | undefined) =>
  queryOptions({
    queryKey: [...watchingKey(projectId), kind, item],
    queryFn: async ({ signal }) =>
      (
        await api.analytics.getWatchingNow(
          { project_id: projectId, kind, ...(item === undefined ? {} : { item }) },
          { signal },
        )
      ).data,
    placeholderData: keepPreviousData,
    refetchInterval: WATCHING_MS,
  });
export type WatchedItem = Awaited<ReturnType<typeof api.analytics.getWatchingNow>>["data"]["items"][number];

/** What each rendition of a project stores, and how much of it is watched. */
export const ladderAdviceQuery = (projectId: number) =>
  dataQuery(
    ["analytics", projectId, "ladder"],
    api.analytics.getLadderAdvice,
    { project_id: projectId },
    { staleTime: 60_000 },
  );
