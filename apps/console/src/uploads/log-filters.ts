import { UPLOAD_RESULTS, UPLOAD_SOURCES } from "@kinora/domain/uploads/uploads.ts";
import type { StatusSegments } from "@kinora/ui/kit/FilterBar.tsx";
import type { Filter } from "@kinora/ui/kit/filters.ts";
import { useQuery } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useViewer } from "../shell/frame/use-viewer.ts";
import type { logView } from "./log-view.ts";

/** What the upload log is filtered by: its result, then source, person and days. */
export function useLogFilters(
  projectId: number,
  address: ReturnType<typeof logView.read>,
  show: (change: Parameters<typeof logView.change>[1]) => void,
): { segments: StatusSegments; filters: Filter[] } {
  const { t } = useTranslation("imports");
  const { permissions } = useViewer();
  const users = useQuery({
    queryKey: ["uploaders", projectId],
    queryFn: async ({ signal }) => (await api.library.listUploaders({ project_id: projectId }, { signal })).data,
    enabled: permissions.video_view,
  });
  const people: Filter = {
    kind: "choice",
    id: "user",
    label: t("filterUser"),
    options: (users.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    value: address.user === undefined ? undefined : String(address.user),
    onChange: (user) => show({ user: user === undefined ? undefined : Number(user) }),
  };
  return {
    segments: {
      id: "result",
      label: t("filterResult"),
      all: t("anyResult"),
      options: UPLOAD_RESULTS.map((value) => ({ value, label: t(`result_${value}`) })),
      value: address.result,
      onChange: (result) => show({ result: UPLOAD_RESULTS.find((known) => known === result) }),
    },
    filters: [
      {
        kind: "choice",
        id: "source",
        label: t("filterSource"),
        options: UPLOAD_SOURCES.map((value) => ({ value, label: t(`source_${value}`) })),
        value: address.source,
        onChange: (source) => show({ source: UPLOAD_SOURCES.find((known) => known === source) }),
      },
      ...(permissions.video_view ? [people] : []),
      {
        kind: "days",
        id: "days",
        label: t("filterDays"),
        from: address.from,
        to: address.to,
        onChange: show,
      },
    ],
  };
}
