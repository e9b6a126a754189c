import type { StreamPictureKind } from "@kinora/domain/live/stream-pictures.ts";
import { useQueryClient } from "@tanstack/react-query";
import { readAsBase64 } from "../../platform/base64.ts";
import { api } from "../../platform/client.ts";
import { toastError } from "../../platform/toasts.ts";
import { useAction } from "../../platform/use-action.ts";
import { LIVE_KEY, streamKey, type StreamDetail } from "../queries.ts";

/** Sets or removes (null) one of the images a livestream shows while it is not on air. */
export function useStreamPicture({ id }: Pick<StreamDetail, "id">) {
  const client = useQueryClient();
  return useAction(
    async ({ kind, file }: { kind: StreamPictureKind; file: File | null }) => {
      if (!file) return api.streams.deleteStreamPicture({ id, kind });
      return api.streams.uploadStreamPicture({ id, kind, picture: await readAsBase64(file) });
    },
    {
      changes: [LIVE_KEY],
      onDone: ({ data }) => void client.setQueryData(streamKey(id), data),
      onProblem({ fields }) {
        const about = Object.values(fields).flat()[0];
        if (about !== undefined) toastError(about);
        return about !== undefined;
      },
    },
  );
}
