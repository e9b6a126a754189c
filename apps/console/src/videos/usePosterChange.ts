import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { readAsBase64 } from "../platform/base64.ts";
import { api } from "../platform/client.ts";
import { toastUndo } from "../platform/toasts.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { useVideoChange } from "./useVideoChange.ts";

export type PosterWish = { atSeconds: number } | { picture: File } | { reset: true };

/** Gives a video another poster; the one before can be brought back while the toast is there. */
export function usePosterChange(video: VideoDetail) {
  const { t } = useTranslation("video");
  const { done, failed, readAgain } = useVideoChange(video.id);
  const { id } = video;
  const putBack = useMutation({
    mutationFn: (number: number) => api.posters.putBackPoster({ id, number }),
    onSuccess: ({ message }) => done(message),
    onError: (error) => failed(error, t("posterFailed")),
  });
  return useMutation({
    mutationFn: async ({ wish }: { wish: PosterWish; before: number }) => {
      if ("atSeconds" in wish) return api.posters.takePoster({ id, at_seconds: wish.atSeconds });
      if ("picture" in wish) return api.posters.uploadPoster({ id, picture: await readAsBase64(wish.picture) });
      return api.posters.resetPoster({ id });
    },
    async onSuccess({ message }, { before }) {
      toastUndo(message, () => putBack.mutate(before));
      await readAgain();
    },
    onError: (error) => failed(error, t("posterFailed")),
  });
}
