import { readAsBase64 } from "../../platform/base64.ts";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { videoChanges } from "../video-changes.ts";

export type PosterChoice = { atSeconds: number } | { picture: File } | { reset: true };

/** Gives a video another poster; the one before can be restored while the toast is there. */
export function usePosterChange({ id }: VideoDetail) {
  const { t } = useTranslation("video");
  const options = { changes: videoChanges(id), failure: t("posterFailed") };
  const putBack = useAction((number: number) => api.posters.putBackPoster({ id, number }), options);
  return useAction(
    async ({ choice }: { choice: PosterChoice; before: number }) => {
      if ("atSeconds" in choice) return api.posters.takePoster({ id, at_seconds: choice.atSeconds });
      if ("picture" in choice) return api.posters.uploadPoster({ id, picture: await readAsBase64(choice.picture) });
      return api.posters.resetPoster({ id });
    },
    {
      ...options,
      undo:
        ({ before }) =>
        () =>
          putBack.mutate(before),
    },
  );
}
