import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { apiInput } from "../platform/api-input.ts";
import { api } from "../platform/client.ts";
import { dataQuery, pageQuery } from "../platform/queries.ts";
import { streamsInput, type LiveAddress } from "./list/live-view.ts";
import { logFilterOf, streamLogView, sessionFilterOf, type LogAddress } from "./logs/log-view.ts";
import type { TrimRange } from "./recordings/trim-view.ts";

export type StreamPage = Awaited<ReturnType<typeof api.streams.listStreams>>;
export type Stream = StreamPage["data"][number];
export type StreamDetail = Awaited<ReturnType<typeof api.streams.getStream>>["data"];
export type Ingest = NonNullable<Stream["ingest"]>;
export type Restream = Awaited<ReturnType<typeof api.restreams.listRestreams>>["data"][number];
export type StreamLoop = Awaited<ReturnType<typeof api.streams.getStreamLoop>>["data"];
export type StreamSession = Awaited<ReturnType<typeof api.streams.listStreamSessions>>["data"][number];
export type StreamRecording = Awaited<ReturnType<typeof api.recordings.listRecordings>>["data"][number];
export type StreamLogEntry = Awaited<ReturnType<typeof api.streams.listStreamLog>>["data"][number];

/** Everything that may be different after a livestream changed; its pictures, figures and the capacity are fetched by the clock. */
export const LIVE_KEY = ["live"] as const;
export const streamsKey = (projectId: number) => [...LIVE_KEY, "streams", projectId] as const;
export const streamKey = (id: number) => [...LIVE_KEY, "stream", id] as const;
export const restreamsKey = (id: number) => [...LIVE_KEY, "restreams", id] as const;
export const loopKey = (id: number) => [...LIVE_KEY, "loop", id] as const;
export const recordingsKey = (id: number) => [...LIVE_KEY, "recordings", id] as const;
export const sessionsKey = (projectId: number) => [...LIVE_KEY, "sessions", projectId] as const;
export const streamActivityKey = (id: number) => [...LIVE_KEY, "activity", id] as const;
const streamLogKey = (projectId: number) => [...LIVE_KEY, "log", projectId] as const;

/** A project's livestreams as the address says; the old page stays while the next one loads. */
export const streamsQuery = (projectId: number, address: LiveAddress) =>
  pageQuery([...streamsKey(projectId), address], api.streams.listStreams, {
    project_id: projectId,
    ...streamsInput(address),
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
export const streamQuery = (id: number) => dataQuery(streamKey(id), api.streams.getStream, { id });

/** Where a livestream is sent on to. */
export const restreamsQuery = (id: number) =>
  dataQuery(restreamsKey(id), api.restreams.listRestreams, { stream_id: id });

/** What happened to a target; read again with the targets. */
export const restreamLogQuery = (streamId: number, id: number) =>
  dataQuery([...restreamsKey(streamId), id, "log"], api.restreams.listRestreamLog, { stream_id: streamId, id });

/** What a livestream's loop plays, and when. */
export const loopQuery = (id: number) => dataQuery(loopKey(id), api.streams.getStreamLoop, { id });

/** Recordings and clips of a livestream, newest first. */
export const recordingsQuery = (id: number, at: { page: number; per_page: number }) =>
  pageQuery([...recordingsKey(id), at], api.recordings.listRecordings, { id, ...at });

/** Where a part of a recording would begin and end. */
export const trimPlanQuery = (id: number, recordingId: number, range: TrimRange) =>
  dataQuery(
    ["trim-plan", id, recordingId, range],
    api.recordings.planTrim,
    { id, recording_id: recordingId, ...range },
    { staleTime: 60_000 },
  );

/** How many of the last seconds a clip can have; more of them come while a livestream runs. */
export const clipReachQuery = (id: number) =>
  queryOptions({
    queryKey: ["clip-reach", id],
    queryFn: async ({ signal }) => (await api.recordings.getClipReach({ id }, { signal })).data.seconds,
    refetchInterval: 10_000,
  });

/** Sessions, newest first; of one livestream, or of all of a project. */
export const sessionsQuery = (projectId: number, address: LogAddress) => {
  const filter = sessionFilterOf(address);
  const input = apiInput("streams.listStreamSessions", {
    project_id: projectId,
    ...streamLogView.pageOf(address),
    ...filter,
  });
  return pageQuery([...sessionsKey(projectId), input], api.streams.listStreamSessions, input);
};

/** The log as an address filters it, newest first. */
export const streamLogPageQuery = (projectId: number, address: LogAddress) => {
  const filter = logFilterOf(address);
  const input = apiInput("streams.listStreamLog", {
    project_id: projectId,
    ...streamLogView.pageOf(address),
    ...filter,
  });
  return pageQuery([...streamLogKey(projectId), input], api.streams.listStreamLog, input);
};

/** Changes a livestream wherever it is shown, until the server says otherwise. */
export function patchStream(client: QueryClient, id: number, change: Partial<Stream>): void {
  client.setQueriesData<unknown>({ queryKey: [...LIVE_KEY, "streams"] }, (list: unknown) =>
    patchedList(list, id, change),
  );
  client.setQueryData<StreamDetail>(streamKey(id), (stream) => stream && { ...stream, ...change });
}

function patchedList(list: unknown, id: number, change: Partial<Stream>): unknown {
  if (!isStreamPage(list) || !list.data.some((stream) => stream.id === id)) return list;
  return { ...list, data: list.data.map((stream) => (stream.id === id ? { ...stream, ...change } : stream)) };
}

// Beside the lists there are answers of another shape, such as the names a log can be narrowed to.
const isStreamPage = (value: unknown): value is StreamPage =>
  typeof value === "object" && value !== null && "data" in value && Array.isArray(value.data);
