import { keepPreviousData, queryOptions, type QueryClient } from "@tanstack/react-query";
import { api, apiHost } from "../platform/client.ts";
import { streamsInput, type LiveView } from "./liveView.ts";
import {
  sessionFilter,
  streamLogFilter,
  streamLogQuery,
  type SessionView,
  type StreamLogSearch,
} from "./streamLogView.ts";
import type { TrimWish } from "./trimView.ts";

export type StreamPage = Awaited<ReturnType<typeof api.streams.listStreams>>;
export type Stream = StreamPage["data"][number];
export type StreamDetail = Awaited<ReturnType<typeof api.streams.getStream>>["data"];
export type Ingest = NonNullable<Stream["ingest"]>;
export type Restream = Awaited<ReturnType<typeof api.restreams.listRestreams>>["data"][number];
export type StreamLoop = Awaited<ReturnType<typeof api.streams.getStreamLoop>>["data"];
export type StreamSession = Awaited<ReturnType<typeof api.streams.listStreamSessions>>["data"][number];
export type StreamRecording = Awaited<ReturnType<typeof api.recordings.listRecordings>>["data"][number];
export type StreamLogEntry = Awaited<ReturnType<typeof api.streams.listStreamLog>>["data"][number];
export type Capacity = Awaited<ReturnType<typeof api.streams.getLiveCapacity>>["data"];

/** Sessions and log lines on a page. */
export const LOG_PER_PAGE = 30;

export const streamsKey = (projectId: number) => ["streams", projectId] as const;
export const streamKey = (id: number) => ["stream", id] as const;
export const capacityKey = (projectId: number) => ["live-capacity", projectId] as const;
export const restreamsKey = (id: number) => ["restreams", id] as const;
export const loopKey = (id: number) => ["stream-loop", id] as const;
export const recordingsKey = (id: number) => ["stream-recordings", id] as const;
export const sessionsKey = (projectId: number) => ["stream-sessions", projectId] as const;
export const streamActivityKey = (id: number) => ["stream-activity", id] as const;
export const streamLogKey = (projectId: number) => ["stream-log", projectId] as const;

/** A project's livestreams as the address says; the old page stays while the next one loads. */
export const streamsQuery = (projectId: number, view: LiveView) =>
  queryOptions({
    queryKey: [...streamsKey(projectId), view],
    queryFn: ({ signal }) => api.streams.listStreams({ project_id: projectId, ...streamsInput(view) }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The names a log can be narrowed to: up to 100, in their order. */
export const streamNamesQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...streamsKey(projectId), "names"],
    queryFn: async ({ signal }) =>
      (
        await api.streams.listStreams(
          { project_id: projectId, per_page: 100, sort: "name", sort_order: "asc" },
          { signal },
        )
      ).data,
    staleTime: 60_000,
  });

/** One livestream with its addresses and embed codes. */
export const streamQuery = (id: number) =>
  queryOptions({
    queryKey: streamKey(id),
    queryFn: async ({ signal }) => (await api.streams.getStream({ id }, { signal })).data,
  });

/** How much is on air and how much more can be. */
export const capacityQuery = (projectId: number) =>
  queryOptions({
    queryKey: capacityKey(projectId),
    queryFn: async ({ signal }) => (await api.streams.getLiveCapacity({ project_id: projectId }, { signal })).data,
    refetchInterval: 15_000,
  });

/** What can be looked at: what viewers get, or what the encoder sends. */
export type SnapshotSubject = "on_air" | "ingest";

/** How a livestream looks at this moment; looked at again every 10 s, the encoder's own picture every 5. */
export const snapshotQuery = (id: number, of: SnapshotSubject) =>
  queryOptions({
    queryKey: ["stream-snapshot", id, of],
    queryFn: async ({ signal }) => (await api.streams.getStreamSnapshot({ id, of }, { signal })).data,
    refetchInterval: of === "on_air" ? 10_000 : 5_000,
    placeholderData: keepPreviousData,
  });

/** Where a livestream is sent on to. */
export const restreamsQuery = (id: number) =>
  queryOptions({
    queryKey: restreamsKey(id),
    queryFn: async ({ signal }) => (await api.restreams.listRestreams({ stream_id: id }, { signal })).data,
  });

/** What happened to a target; read anew with the targets. */
export const restreamLogQuery = (streamId: number, id: number) =>
  queryOptions({
    queryKey: [...restreamsKey(streamId), id, "log"],
    queryFn: async ({ signal }) => (await api.restreams.listRestreamLog({ stream_id: streamId, id }, { signal })).data,
  });

/** What a livestream's loop plays, and when. */
export const loopQuery = (id: number) =>
  queryOptions({
    queryKey: loopKey(id),
    queryFn: async ({ signal }) => (await api.streams.getStreamLoop({ id }, { signal })).data,
  });

/** Recordings and clips of a livestream, newest first. */
export const recordingsQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: [...recordingsKey(id), page],
    queryFn: ({ signal }) => api.recordings.listRecordings({ id, page, per_page: LOG_PER_PAGE }, { signal }),
  });

/** Where a part of a recording would begin and end. */
export const trimPlanQuery = (id: number, recordingId: number, wish: TrimWish) =>
  queryOptions({
    queryKey: ["trim-plan", id, recordingId, wish],
    queryFn: async ({ signal }) =>
      (await api.recordings.planTrim({ id, recording_id: recordingId, ...wish }, { signal })).data,
    staleTime: 60_000,
  });

/** How many of the last seconds a clip can have; more of them come while a livestream runs. */
export const clipReachQuery = (id: number) =>
  queryOptions({
    queryKey: ["clip-reach", id],
    queryFn: async ({ signal }) => (await api.recordings.getClipReach({ id }, { signal })).data.seconds,
    refetchInterval: 10_000,
  });

/** Sessions, newest first; of one livestream, or of all of a project. */
export const sessionsQuery = (projectId: number, view: SessionView, page: number) =>
  queryOptions({
    queryKey: [...sessionsKey(projectId), sessionFilter(view), page],
    queryFn: ({ signal }) =>
      api.streams.listStreamSessions(
        { project_id: projectId, page, per_page: LOG_PER_PAGE, ...sessionFilter(view) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** The log as an address narrows it, newest first. */
export const streamLogPageQuery = (projectId: number, view: StreamLogSearch) =>
  queryOptions({
    queryKey: [...streamLogKey(projectId), view],
    queryFn: ({ signal }) =>
      api.streams.listStreamLog(
        { project_id: projectId, page: view.page ?? 1, per_page: LOG_PER_PAGE, ...streamLogFilter(view) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** Where the log an address narrows can be downloaded as CSV. */
export const streamLogExport = (projectId: number, view: StreamLogSearch): string =>
  `${apiHost()}/projects/${projectId}/stream-log.csv?${streamLogQuery(streamLogFilter(view))}`;

/** Where the sessions an address narrows can be downloaded as CSV. */
export const sessionsExport = (projectId: number, view: SessionView): string =>
  `${apiHost()}/projects/${projectId}/stream-sessions.csv?${streamLogQuery(sessionFilter(view))}`;

/** Changes a livestream wherever it is shown, until the server says otherwise. */
export function patchStream(client: QueryClient, id: number, change: Partial<Stream>): void {
  client.setQueriesData<unknown>({ queryKey: ["streams"] }, (list: unknown) => patchedList(list, id, change));
  client.setQueryData<StreamDetail>(streamKey(id), (stream) => stream && { ...stream, ...change });
}

function patchedList(list: unknown, id: number, change: Partial<Stream>): unknown {
  if (!isStreamPage(list) || !list.data.some((stream) => stream.id === id)) return list;
  return { ...list, data: list.data.map((stream) => (stream.id === id ? { ...stream, ...change } : stream)) };
}

// Beside the lists there are answers of another shape, such as the names a log can be narrowed to.
const isStreamPage = (value: unknown): value is StreamPage =>
  typeof value === "object" && value !== null && "data" in value && Array.isArray(value.data);

/** Everything that may be different after a livestream changed is read anew. */
export async function rereadStream(client: QueryClient, projectId: number, id: number): Promise<void> {
  await Promise.all(
    [
      streamsKey(projectId),
      streamKey(id),
      capacityKey(projectId),
      restreamsKey(id),
      loopKey(id),
      recordingsKey(id),
      sessionsKey(projectId),
      streamLogKey(projectId),
      streamActivityKey(id),
    ].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}

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
