import { AUDIO_TRACK_CHANGED_EVENT, transcodingChannel } from "@kinora/domain/realtime.ts";
import { isEncoding } from "@kinora/domain/videos/audio-tracks.ts";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../platform/client.ts";
import { listen, POLL_WITHOUT_PUSH_MS, realtime } from "../../platform/realtime.ts";
import { useStore } from "../../platform/store.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { videoChanges } from "../video-changes.ts";

const audioTracksKey = (videoId: number) => ["audio-tracks", videoId] as const;

/** The queries that are fetched again after a change of a video's audio tracks. */
export const audioTrackChanges = (videoId: number) => [audioTracksKey(videoId), ...videoChanges(videoId)] as const;

const audioTracksQuery = (videoId: number) =>
  queryOptions({
    queryKey: audioTracksKey(videoId),
    queryFn: async () => (await api.audioTracks.listAudioTracks({ video_id: videoId })).data,
  });

/** An audio track of a video, of its file or uploaded. */
export type AudioTrack = NonNullable<ReturnType<typeof useAudioTracks>>[number];

/** The audio tracks of a video, followed while one of them is encoded; undefined until they are read. */
export function useAudioTracks({ id: videoId, completed_at: completedAt }: VideoDetail) {
  const client = useQueryClient();
  const connected = useStore(realtime, (value) => value.connected);
  const { data } = useQuery({
    ...audioTracksQuery(videoId),
    refetchInterval: ({ state }) =>
      !connected && state.data?.some((track) => isEncoding(track.state)) ? POLL_WITHOUT_PUSH_MS : false,
  });
  useEffect(
    () =>
      listen(transcodingChannel(videoId), AUDIO_TRACK_CHANGED_EVENT, () => {
        void client.invalidateQueries({ queryKey: audioTracksKey(videoId) });
      }),
    [client, videoId],
  );
  // Another version may have other tracks.
  useEffect(() => {
    void client.invalidateQueries({ queryKey: audioTracksKey(videoId) });
  }, [client, videoId, completedAt]);
  return data;
}
