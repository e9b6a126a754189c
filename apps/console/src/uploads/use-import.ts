import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";

type Input = Parameters<typeof api.imports.createImports>[0];
type Refused = Awaited<ReturnType<typeof api.imports.createImports>>["data"];

/** Begins imports; answers those that were refused, or null when none could be asked for. */
export function useImport(projectId: number) {
  const { t } = useTranslation("imports");
  const client = useQueryClient();
  const [sending, setSending] = useState(false);
  const send = async (
    source: "url" | "csv",
    items: Input["items"],
    header?: Input["header"],
  ): Promise<Refused | null> => {
    setSending(true);
    try {
      const { data, message } = await api.imports.createImports({
        project_id: projectId,
        source,
        items,
        ...(header ? { header } : {}),
      });
      if (data.some(({ video_id: videoId }) => videoId !== null)) toastSuccess(message);
      await client.invalidateQueries({ queryKey: ["videos"] });
      await client.invalidateQueries({ queryKey: ["uploads"] });
      return data.filter(({ video_id: videoId }) => videoId === null);
    } catch (error) {
      const { status, message } = problemOf(error);
      if (status !== 403) toastError(message ?? t("importFailed"));
      return null;
    } finally {
      setSending(false);
    }
  };
  return { send, sending };
}
