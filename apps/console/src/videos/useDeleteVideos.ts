import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { confirm } from "../platform/confirm.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";

/** Deletes videos one after the other once the person is sure. True when all of them are gone. */
export function useDeleteVideos() {
  const { t } = useTranslation(["videos", "layout"]);
  const client = useQueryClient();
  return async (videoIds: readonly number[]): Promise<boolean> => {
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
    let said: string | null = null;
    try {
      for (const id of videoIds) said = (await api.videos.deleteVideo({ id })).message;
      if (said !== null) toastSuccess(said);
      return true;
    } catch (error) {
      const { status, message } = problemOf(error);
      if (status !== 403) toastError(message ?? t("notDeleted"));
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: ["videos"] });
    }
  };
}
