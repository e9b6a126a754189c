import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { confirm } from "../platform/confirm.ts";
import { problemOf } from "../platform/problem.ts";
import { session } from "../platform/session.ts";
import { toastError, toastSuccess, toastUndo } from "../platform/toasts.ts";
import type { Video } from "../platform/videos.ts";
import { deletionImpact, deletionQuestion } from "./deletionQuestion.ts";

function showFailure(error: unknown, otherwise: string): void {
  const { status, message } = problemOf(error);
  if (status !== 403) toastError(message ?? otherwise);
}

/**
 * Deletes a video once the person is sure; one that waits in the trash can be restored while the toast is there. True when it is
 * deleted.
 */
export function useDeleteVideo() {
  const { t } = useTranslation(["videos", "layout"]);
  const client = useQueryClient();
  const restore = useCallback(
    async (projectId: number, id: number) => {
      try {
        await api.trash.restoreVideo({ project_id: projectId, video_id: id });
        toastSuccess(t("restored"));
      } catch (error) {
        showFailure(error, t("notRestored"));
      } finally {
        await client.invalidateQueries({ queryKey: ["video", id] });
        await client.invalidateQueries({ queryKey: ["videos"] });
      }
    },
    [client, t],
  );
  return useCallback(
    async ({ id, title }: Pick<Video, "id" | "title">): Promise<boolean> => {
      const projectId = session.get().config?.project_id ?? null;
      const impact = projectId === null ? null : await deletionImpact(projectId, [id]);
      if (!(await confirm(deletionQuestion(t, { title }, impact)))) return false;
      try {
        const { message, restorable } = await api.videos.deleteVideo({ id });
        if (projectId !== null && restorable) toastUndo(message, () => void restore(projectId, id));
        else toastSuccess(message);
        return true;
      } catch (error) {
        showFailure(error, t("notDeleted"));
        return false;
      } finally {
        await client.invalidateQueries({ queryKey: ["videos"] });
      }
    },
    [client, restore, t],
  );
}
