import { useMutation } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { problemOf } from "../../platform/problem.ts";
import { toastError } from "../../platform/toasts.ts";

/** Downloads a video's original by a pass that is made when someone wants it. */
export function useOriginalDownload() {
  const { t } = useTranslation("videos");
  return useMutation({
    mutationFn: (id: number) => api.videoDetails.linkOriginal({ id }),
    // The edge answers with an attachment, so the page stays.
    onSuccess: ({ url }) => location.assign(url),
    onError(error) {
      const { status, message } = problemOf(error);
      if (status !== 403) toastError(message ?? t("originalNoLink"));
    },
  });
}
