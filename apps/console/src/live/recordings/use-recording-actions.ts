import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useAction } from "../../platform/use-action.ts";
import { LIVE_KEY, recordingsKey, streamKey, type StreamDetail } from "../queries.ts";

/** Starts and stops the recording of a livestream, and clips its last seconds. */
export function useRecordingActions({ id }: Pick<StreamDetail, "id">) {
  const client = useQueryClient();
  const record = useAction(
    (on: boolean) => (on ? api.recordings.startRecording({ id }) : api.recordings.stopRecording({ id })),
    { changes: [LIVE_KEY], onDone: ({ data }) => void client.setQueryData(streamKey(id), data) },
  );
  const clip = useAction((seconds: number) => api.recordings.clipStream({ id, seconds }), {
    changes: [recordingsKey(id)],
  });
  return { record, clip };
}
