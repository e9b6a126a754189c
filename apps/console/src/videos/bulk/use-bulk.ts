import type { BulkAction } from "@kinora/domain/videos/library.ts";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import type { BulkJob, Selection } from "../library/library-queries.ts";

export interface BulkOptions {
  categoryId?: number | null;
  tagIds?: number[];
}

type Chosen = { ids: number[] } | { filter: Selection };

/** Begins bulk actions: each is a job of the server, which continues whatever happens to this page. */
export function useBulk(projectId: number, onStarted: (job: BulkJob) => void) {
  const { t } = useTranslation("library");
  const send = (action: BulkAction, chosen: Chosen, { categoryId, tagIds }: BulkOptions) => {
    const place = { project_id: projectId, ...chosen };
    switch (action) {
      case "publish":
      case "unpublish":
        return api.bulk.bulkPublish({ ...place, published: action === "publish" });
      case "delete":
      case "restore":
      case "purge":
        return api.bulk.bulkDelete({ ...place, action });
      default:
        return api.bulk.bulkEdit({
          ...place,
          action,
          ...(categoryId === undefined ? {} : { category_id: categoryId }),
          ...(tagIds === undefined ? {} : { tag_ids: tagIds }),
        });
    }
  };
  return useAction(
    ({ action, chosen, options = {} }: { action: BulkAction; chosen: Chosen; options?: BulkOptions }) =>
      send(action, chosen, options),
    { changes: [], silent: true, failure: t("bulkNotStarted"), onDone: ({ data }) => onStarted(data) },
  );
}
