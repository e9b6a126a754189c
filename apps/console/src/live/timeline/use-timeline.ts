import { todayInZone } from "@kinora/ui/moments.ts";
import { useQuery } from "@tanstack/react-query";
import { useStreamPoll } from "../list/use-live-streams.ts";
import { recordingsQuery, sessionsQuery, streamLogPageQuery, type StreamDetail } from "../queries.ts";
import {
  ingestSpans,
  onAirSpans,
  recordingSpans,
  restreamSpans,
  within,
  type OnAirSpan,
  type RecordingSpan,
  type RestreamSpan,
  type Span,
} from "./timeline-lanes.ts";

const DAY_MS = 86_400_000;
/** As many as a page of the API may have: further back, nothing is shown. */
const MOST = 100;

export interface Timeline {
  ingest: readonly Span[];
  onAir: readonly OnAirSpan[];
  /** All that were recorded, and the part of them that is shown. */
  recordings: readonly RecordingSpan[];
  recorded: readonly RecordingSpan[];
  restreams: readonly RestreamSpan[];
}

/** What happened to a livestream within the last day, as lanes; undefined until all of it is known. */
export function useTimeline(stream: StreamDetail, { fromMs, toMs: nowMs }: Span): Timeline | undefined {
  const refetchInterval = useStreamPoll();
  const from = todayInZone(new Date(nowMs - DAY_MS));
  const filter = { stream: stream.id, from, per_page: MOST } as const;
  const log = useQuery({ ...streamLogPageQuery(stream.project_id, filter), refetchInterval }).data?.data;
  const sessions = useQuery({
    ...sessionsQuery(stream.project_id, { stream: stream.id, per_page: MOST }),
    refetchInterval,
  }).data?.data;
  const kept = useQuery({ ...recordingsQuery(stream.id, { page: 1, per_page: MOST }), refetchInterval }).data?.data;
  if (!log || !sessions || !kept) return undefined;
  const shown = { fromMs, toMs: nowMs };
  const clip = <One extends Span>(spans: readonly One[]) =>
    spans.map((span) => within(span, shown)).filter((span) => span !== null);
  const recordings = recordingSpans(kept, nowMs);
  return {
    ingest: clip(ingestSpans(sessions, log, nowMs)),
    onAir: clip(onAirSpans(log, stream.on_air, shown)),
    recordings,
    recorded: clip(recordings),
    restreams: clip(restreamSpans(log, nowMs)),
  };
}
