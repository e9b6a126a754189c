import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { tagsKey, type Tag } from "../queries.ts";

/** Deletes a tag, or all unused ones, after a question. */
export function useTagDeletion(projectId: number) {
  const { t } = useTranslation("projects");
  const changes = { changes: [tagsKey(projectId), ["videos"]], failure: t("tagNotDeleted") };
  const remove = useAction((id: number) => api.tags.deleteTag({ id }), changes);
  const removeUnused = useAction(() => api.tags.deleteUnusedTags({ project_id: projectId }), changes);
  const deleting = { yes: t("delete"), danger: true };
  return {
    askUnused: () =>
      removeUnused.mutateAfter({ title: t("deleteUnusedTitle"), text: t("deleteUnusedText"), ...deleting }, undefined),
    ask: ({ id }: Tag) => remove.mutateAfter({ title: t("deleteTagTitle"), text: t("deleteTagText"), ...deleting }, id),
  };
}
