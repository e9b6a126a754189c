import { api } from "../platform/client.ts";
import { confirm } from "../platform/confirm.ts";
import { useTranslation } from "../platform/i18n.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { useAction } from "../platform/use-action.ts";
import type { Video } from "../platform/videos.ts";
import { deletionImpact, deletionQuestion } from "./deletion-question.ts";

/**
 * Deletes a video once the person is sure; one that waits in the trash can be restored while the toast is there. True
 * when it is deleted.
 */
export function useDeleteVideo() {
  const { t } = useTranslation(["videos", "layout"]);
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const restore = useAction(
    async (place: { project_id: number; video_id: number }) => {
      await api.trash.restoreVideo(place);
      return { message: t("restored") };
    },
    { changes: [["video"], ["videos"]], failure: t("notRestored") },
  );
  const remove = useAction((id: number) => api.videos.deleteVideo({ id }), {
    changes: [["videos"]],
    failure: t("notDeleted"),
    undo: (id, { restorable }) =>
      projectId !== null && restorable ? () => restore.mutate({ project_id: projectId, video_id: id }) : null,
  });
  return async ({ id, title }: Pick<Video, "id" | "title">): Promise<boolean> => {
    const impact = projectId === null ? null : await deletionImpact(projectId, [id]);
    if (!(await confirm(deletionQuestion(t, { title }, impact)))) return false;
    // Why it failed is shown by the action.
    return remove.mutateAsync(id).then(
      () => true,
      () => false,
    );
  };
}
