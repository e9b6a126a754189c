import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";
import { dataQuery } from "./queries.ts";

export type Capacity = Awaited<ReturnType<typeof api.streams.getLiveCapacity>>["data"];

const ASK_EVERY_MS = 60_000;

/** How many livestreams of a project are on air, and how much more its host can encode. */
export const liveCapacityQuery = (projectId: number) =>
  dataQuery(
    ["live-capacity", projectId] as const,
    api.streams.getLiveCapacity,
    { project_id: projectId },
    { refetchInterval: ASK_EVERY_MS, staleTime: 10_000 },
  );

/** What can be watched: what viewers get, or what the encoder sends. */
export type SnapshotSubject = "on_air" | "ingest";

/** A livestream that has just begun has its first picture within seconds. */
const FIRST_PICTURE_MS = 2_000;
const FIRST_PICTURE_ANSWERS = 5;

/**
 * Milliseconds until the picture of a livestream is read again: 10 s, of the encoder's own picture 5. While there is none
 * the first answers are 2 s apart; a livestream with sound only never has any.
 */
export function snapshotIntervalMs(of: SnapshotSubject, picture: string | null | undefined, answers: number): number {
  if (picture === null && answers <= FIRST_PICTURE_ANSWERS) return FIRST_PICTURE_MS;
  return of === "on_air" ? 10_000 : 5_000;
}

/** How a livestream looks at this moment. */
export const snapshotQuery = (id: number, of: SnapshotSubject) =>
  queryOptions({
    queryKey: ["stream-snapshot", id, of],
    queryFn: async ({ signal }) => (await api.streams.getStreamSnapshot({ id, of }, { signal })).data,
    refetchInterval: ({ state }) => snapshotIntervalMs(of, state.data?.picture, state.dataUpdateCount),
    placeholderData: keepPreviousData,
  });
