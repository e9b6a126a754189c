import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess, toastUndo } from "../platform/toasts.ts";
import { patchVideo } from "../platform/videos.ts";

/** Shows or hides videos at once and takes it back when the server refuses (spec §8, Publish). */
export function usePublish() {
  const { t } = useTranslation("videos");
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (input: { id: number; published: boolean }) => api.videos.publishVideo(input),
    onMutate: ({ id, published }) => patchVideo(client, id, { published }),
    onSuccess: ({ data }, { published }) => {
      patchVideo(client, data.id, { published: data.published });
      if (published) toastSuccess(t("publishedToast"));
      else toastUndo(t("unpublishedToast"), () => mutation.mutate({ id: data.id, published: true }));
    },
    onError: (error, { id, published }) => {
      patchVideo(client, id, { published: !published });
      // A 403 has had its notification already.
      if (problemOf(error).status !== 403) toastError(published ? t("publishedFailed") : t("unpublishedFailed"));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["videos"] }),
  });
  return mutation;
}
