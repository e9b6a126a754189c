import type { BulkAction } from "@kinora/domain/library.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError } from "../platform/toasts.ts";
import type { BulkJob, Selection } from "./libraryQueries.ts";

export interface BulkOptions {
  categoryId?: number | null;
  tagIds?: number[];
}

type Chosen = { ids: number[] } | { filter: Selection };

/** Begins bulk actions: each is a job of the server, which goes on whatever happens to this page. */
export function useBulk(projectId: number) {
  const { t } = useTranslation("library");
  const [starting, setStarting] = useState(false);
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
  const start = async (action: BulkAction, chosen: Chosen, options: BulkOptions = {}): Promise<BulkJob | null> => {
    setStarting(true);
    try {
      return (await send(action, chosen, options)).data;
    } catch (error) {
      const { status, message } = problemOf(error);
      if (status !== 403) toastError(message ?? t("bulkNotStarted"));
      return null;
    } finally {
      setStarting(false);
    }
  };
  return { start, starting };
}
