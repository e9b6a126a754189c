import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { confirm } from "../platform/confirm.ts";
import { problemOf } from "../platform/problem.ts";
import { session } from "../platform/session.ts";
import { toastError, toastSuccess, toastUndo } from "../platform/toasts.ts";

function tellWrong(error: unknown, otherwise: string): void {
  const { status, message } = problemOf(error);
  if (status !== 403) toastError(message ?? otherwise);
}

/**
 * Deletes videos one after the other once the person is sure; what waits in the trash can be taken back while the toast is
 * there. True when all of them are gone.
 */
export function useDeleteVideos() {
  const { t } = useTranslation(["videos", "layout"]);
  const client = useQueryClient();
  const restore = useCallback(
    async (projectId: number, videoIds: readonly number[]) => {
      try {
        for (const id of videoIds) await api.trash.restoreVideo({ project_id: projectId, video_id: id });
        toastSuccess(videoIds.length === 1 ? t("restored") : t("restoredMany", { count: videoIds.length }));
      } catch (error) {
        tellWrong(error, t("notRestored"));
      } finally {
        for (const id of videoIds) await client.invalidateQueries({ queryKey: ["video", id] });
        await client.invalidateQueries({ queryKey: ["videos"] });
      }
    },
    [client, t],
  );
  return useCallback(
    async (videoIds: readonly number[]): Promise<boolean> => {
      const action = t("deleteAction");
      const one = { item: t("item"), action };
      const many = { items: t("items", { count: videoIds.length }), action };
      const yes = await confirm({
        title: videoIds.length === 1 ? t("layout:confirmDeleteTitle", one) : t("layout:confirmManyTitle", many),
        text: videoIds.length === 1 ? t("layout:confirmPermanently", one) : t("layout:confirmMany", many),
        yes: t("delete"),
        danger: true,
      });
      if (!yes) return false;
      const projectId = session.get().config?.project_id ?? null;
      let said: string | null = null;
      const restorable: number[] = [];
      try {
        for (const id of videoIds) {
          const answer = await api.videos.deleteVideo({ id });
          said = answer.message;
          if (answer.restorable) restorable.push(id);
        }
        if (said === null) return true;
        if (projectId !== null && restorable.length > 0) toastUndo(said, () => void restore(projectId, restorable));
        else toastSuccess(said);
        return true;
      } catch (error) {
        tellWrong(error, t("notDeleted"));
        return false;
      } finally {
        await client.invalidateQueries({ queryKey: ["videos"] });
      }
    },
    [client, restore, t],
  );
}
