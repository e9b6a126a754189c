import {
  liveChannel,
  projectChannel,
  STREAM_CHANGED_EVENT,
  STREAM_STATE_EVENT,
  STREAM_STATS_EVENT,
} from "@kinora/domain/realtime.ts";
import { hasSession } from "@kinora/domain/streams.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { listen, POLL_WITHOUT_PUSH_MS, realtime } from "../platform/realtime.ts";
import { useStore } from "../platform/store.ts";
import { capacityKey, patchStream, rereadStream, streamsKey, type Stream } from "./queries.ts";
import { streamState, streamStats } from "./streamEvents.ts";

/** Lists are not read more often than this however many changes are announced. */
const REREAD_AT_MOST_MS = 1000;

/** How often to read while pushes do not arrive; false while they do. Any stream may go on air at any time. */
export function useStreamPoll(): number | false {
  const connected = useStore(realtime, (value) => value.connected);
  return connected ? false : POLL_WITHOUT_PUSH_MS;
}

/** Reads a project's livestreams anew when one of them changed elsewhere. */
export function useStreamChanges(projectId: number | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (projectId === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = new Set<number>();
    const stop = listen(projectChannel(projectId), STREAM_CHANGED_EVENT, (data) => {
      if (typeof data === "object" && data !== null && "id" in data && typeof data.id === "number")
        changed.add(data.id);
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const id of changed) void rereadStream(client, projectId, id);
        changed.clear();
      }, REREAD_AT_MOST_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, projectId]);
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
          void client.invalidateQueries({ queryKey: capacityKey(projectId) });
        });
        if (!each.endsWith("+")) return [state];
        const stats = listen(channel, STREAM_STATS_EVENT, (data) => {
          const push = streamStats(data);
          if (!push) return;
          const { id, viewers, uptime_seconds: _uptime, encode_speed: _speed, ...ingest } = push;
          patchStream(client, id, { viewers, ingest });
        });
        return [state, stats];
      });
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, key, projectId]);
}
