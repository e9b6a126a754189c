import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

export type Capacity = Awaited<ReturnType<typeof api.streams.getLiveCapacity>>["data"];

const ASK_EVERY_MS = 60_000;

/** How many livestreams of a project are on air, and how much more its host can encode. */
export const liveCapacityQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["live-capacity", projectId] as const,
    queryFn: async ({ signal }) => (await api.streams.getLiveCapacity({ project_id: projectId }, { signal })).data,
    refetchInterval: ASK_EVERY_MS,
    staleTime: 10_000,
  });

/** What can be watched: what viewers get, or what the encoder sends. */
export type SnapshotSubject = "on_air" | "ingest";

/** How a livestream looks at this moment; read again every 10 s, the encoder's own picture every 5. */
export const snapshotQuery = (id: number, of: SnapshotSubject) =>
  queryOptions({
    queryKey: ["stream-snapshot", id, of],
    queryFn: async ({ signal }) => (await api.streams.getStreamSnapshot({ id, of }, { signal })).data,
    refetchInterval: of === "on_air" ? 10_000 : 5_000,
    placeholderData: keepPreviousData,
  });
