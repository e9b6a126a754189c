import { transcodingChannel, TRANSCRIPTION_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { isUnderWay } from "@kinora/domain/speech/settings.ts";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../platform/client.ts";
import { listen, POLL_WITHOUT_PUSH_MS, realtime } from "../../platform/realtime.ts";
import { useStore } from "../../platform/store.ts";
import { videoChanges } from "../video-changes.ts";

export const automaticCaptionsKey = (videoId: number) => ["automatic-captions", videoId] as const;

const automaticCaptionsQuery = (videoId: number) =>
  queryOptions({
    queryKey: automaticCaptionsKey(videoId),
    queryFn: async () => (await api.automaticCaptions.getAutomaticCaptions({ video_id: videoId })).data,
  });

/** Captions by machine of a video, followed while they are created; undefined until they are read. */
export function useAutomaticCaptions(videoId: number) {
  const client = useQueryClient();
  const connected = useStore(realtime, (value) => value.connected);
  const { data } = useQuery({
    ...automaticCaptionsQuery(videoId),
    refetchInterval: ({ state }) =>
      !connected && state.data?.latest && isUnderWay(state.data.latest.state) ? POLL_WITHOUT_PUSH_MS : false,
  });
  useEffect(
    () =>
      listen(transcodingChannel(videoId), TRANSCRIPTION_CHANGED_EVENT, () => {
        void client.invalidateQueries({ queryKey: automaticCaptionsKey(videoId) });
      }),
    [client, videoId],
  );
  // What came of it is among the video's captions.
  const captionsId = data?.latest?.captions_id ?? null;
  useEffect(() => {
    if (captionsId === null) return;
    for (const queryKey of videoChanges(videoId)) void client.invalidateQueries({ queryKey });
  }, [client, videoId, captionsId]);
  return data;
}
