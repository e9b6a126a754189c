import { hasSession } from "@kinora/domain/live/stream-states.ts";
import { liveChannel, STREAM_CHANGED_EVENT, STREAM_STATE_EVENT, STREAM_STATS_EVENT } from "@kinora/domain/realtime.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { liveCapacityQuery } from "../../platform/live.ts";
import { listen, POLL_WITHOUT_PUSH_MS, realtime } from "../../platform/realtime.ts";
import { useStore } from "../../platform/store.ts";
import { useAnnounced } from "../../platform/use-announced.ts";
import { LIVE_KEY, patchStream, streamsKey, type Stream } from "../queries.ts";
import { streamState, streamStats } from "../stream/stream-events.ts";

/** How often to read while pushes do not arrive; false while they do. Any stream may go on air at any time. */
export function useStreamPoll(): number | false {
  const connected = useStore(realtime, (value) => value.connected);
  return connected ? false : POLL_WITHOUT_PUSH_MS;
}

/** Reads a project's livestreams again when one of them changed elsewhere. */
export function useStreamChanges(projectId: number | null): void {
  const client = useQueryClient();
  useAnnounced(projectId, STREAM_CHANGED_EVENT, () => {
    void client.invalidateQueries({ queryKey: LIVE_KEY });
  });
}

/** Follows each of these livestreams on its own channel: their states, and the figures of those that have a session. */
export function useLiveRows(projectId: number, streams: readonly Pick<Stream, "id" | "state">[]): void {
  const client = useQueryClient();
  const key = streams.map(({ id, state }) => `${id}${hasSession(state) ? "+" : ""}`).join(",");
  useEffect(() => {
    const stops = key
      .split(",")
      .filter((each) => each !== "")
      .flatMap((each) => {
        const channel = liveChannel(Number.parseInt(each, 10));
        const state = listen(channel, STREAM_STATE_EVENT, (data) => {
          const push = streamState(data);
          if (!push) return;
          const { id, ...change } = push;
          patchStream(client, id, change);
          void client.invalidateQueries({ queryKey: streamsKey(projectId) });
          void client.invalidateQueries({ queryKey: liveCapacityQuery(projectId).queryKey });
        });
        if (!each.endsWith("+")) return [state];
        const stats = listen(channel, STREAM_STATS_EVENT, (data) => {
          const push = streamStats(data);
          if (!push) return;
          const { id, viewers, uptime_seconds: _uptime, encode_speed: _speed, left_out: _rungs, ...rest } = push;
          const { delay_seconds: _delay, segment_seconds: _segment, captions: _captions, ...ingest } = rest;
          patchStream(client, id, { viewers, ingest });
        });
        return [state, stats];
      });
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, key, projectId]);
}
