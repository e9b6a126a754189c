import {
  liveChannel,
  RECORDING_EVENT,
  RESTREAM_EVENT,
  STREAM_STATE_EVENT,
  STREAM_STATS_EVENT,
  type StreamStatsPush,
} from "@kinora/domain/realtime.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { listen, realtime } from "../../platform/realtime.ts";
import { createStore, type Store } from "../../platform/store.ts";
import { sampleOf, withSample, type HealthSample } from "../health/health-samples.ts";
import {
  LIVE_KEY,
  patchStream,
  recordingsKey,
  restreamsKey,
  sessionsKey,
  streamKey,
  type Restream,
  type StreamDetail,
} from "../queries.ts";
import { restreamState, streamState, streamStats } from "./stream-events.ts";

/** What a livestream's channel reported while its page is open. */
export interface LiveFigures {
  /** The latest push; null before the first, and after a session ended. */
  stats: StreamStatsPush | null;
  samples: readonly HealthSample[];
}

const NOTHING: LiveFigures = { stats: null, samples: [] };

/**
 * Follows a livestream on its channel as long as its page is open: its state and restream targets go where they are
 * shown, its figures are kept for the charts. While pushes do not arrive, what is read instead counts as a look.
 */
export function useLiveStream(stream: StreamDetail): Store<LiveFigures> {
  const client = useQueryClient();
  const [figures] = useState(() => createStore<LiveFigures>(NOTHING));
  const { id, project_id: projectId, session_id: sessionId, ingest, viewers } = stream;

  useEffect(() => {
    const channel = liveChannel(id);
    const stops = [
      listen(channel, STREAM_STATE_EVENT, (data) => {
        const push = streamState(data);
        if (!push) return;
        const { id: changed, ...change } = push;
        patchStream(client, changed, change);
        void client.invalidateQueries({ queryKey: LIVE_KEY });
      }),
      // What it says is read again: lists and buttons show more than it carries.
      listen(channel, RECORDING_EVENT, () => {
        for (const queryKey of [recordingsKey(id), streamKey(id), sessionsKey(projectId)])
          void client.invalidateQueries({ queryKey });
      }),
      listen(channel, STREAM_STATS_EVENT, (data) => {
        const stats = streamStats(data);
        if (stats) figures.set({ stats, samples: withSample(figures.get().samples, sampleOf(stats, Date.now())) });
      }),
      listen(channel, RESTREAM_EVENT, (data) => {
        const push = restreamState(data);
        if (!push) return;
        const { stream_id: streamId, ...change } = push;
        const key = restreamsKey(streamId);
        const before = client.getQueryData<Restream[]>(key)?.find((each) => each.id === push.id);
        client.setQueryData<Restream[]>(key, (known) =>
          known?.map((each) => (each.id === push.id ? { ...each, ...change } : each)),
        );
        // How much is sent comes every other second, and is all there is to know.
        if (push.sent_kbps !== null && (!before || before.state === push.state)) return;
        // Since when it is connected is not pushed.
        void client.invalidateQueries({ queryKey: key });
        void client.invalidateQueries({ queryKey: streamKey(streamId) });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, figures, id, projectId]);

  // Another session begins with empty charts.
  useEffect(() => () => figures.set(NOTHING), [figures, sessionId]);

  useEffect(() => {
    if (ingest === null || realtime.get().connected) return;
    const sample = sampleOf({ ...ingest, encode_speed: null, viewers }, Date.now());
    figures.set({ stats: null, samples: withSample(figures.get().samples, sample) });
  }, [figures, ingest, viewers]);

  return figures;
}
