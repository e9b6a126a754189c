import { UPLOAD_RESULTS, UPLOAD_SOURCES } from "@kinora/domain/uploads.ts";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { DayRange } from "../layout/DayRange.tsx";
import { SearchBox } from "../layout/SearchBox.tsx";
import { SelectLater } from "../layout/SelectLater.tsx";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { logFilterOf, type LogChange, type LogSearch } from "./logView.ts";
import styles from "./Imports.module.css";

/** What the upload log can be narrowed by: text, result, source, who uploaded, and days. */
export function LogFilters({
  projectId,
  view,
  onShow,
}: {
  projectId: number;
  view: LogSearch;
  onShow: (change: LogChange) => void;
}) {
  const { t } = useTranslation(["imports", "layout"]);
  const navigate = useNavigate();
  const { permissions } = useViewer();
  const users = useQuery({
    queryKey: ["uploaders", projectId],
    queryFn: async ({ signal }) => (await api.library.listUploaders({ project_id: projectId }, { signal })).data,
    enabled: permissions.video_view,
  });
  return (
    <div className={styles["toolbar"]}>
      <SearchBox value={view.search ?? ""} label={t("search")} onSearch={(search) => onShow({ search })} />
      <SelectLater
        className={styles["pick"] ?? ""}
        aria-label={t("filterResult")}
        placeholder={t("anyResult")}
        clearable
        data={UPLOAD_RESULTS.map((value) => ({ value, label: t(`result_${value}`) }))}
        value={view.result ?? null}
        onChange={(value) => onShow({ result: UPLOAD_RESULTS.find((known) => known === value) })}
      />
      <SelectLater
        className={styles["pick"] ?? ""}
        aria-label={t("filterSource")}
        placeholder={t("anySource")}
        clearable
        data={UPLOAD_SOURCES.map((value) => ({ value, label: t(`source_${value}`) }))}
        value={view.source ?? null}
        onChange={(value) => onShow({ source: UPLOAD_SOURCES.find((known) => known === value) })}
      />
      {permissions.video_view ? (
        <SelectLater
          className={`${styles["pick"]} ${styles["wide"]}`}
          aria-label={t("filterUser")}
          placeholder={t("anyUser")}
          clearable
          searchable
          data={(users.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={view.user === undefined ? null : String(view.user)}
          onChange={(value) => onShow({ user: value === null ? undefined : Number(value) })}
        />
      ) : null}
      <DayRange from={view.from} to={view.to} labels={{ from: t("from"), to: t("to") }} onChange={onShow} />
      {Object.keys(logFilterOf(view)).length > 0 ? (
        <Button variant="subtle" onClick={() => void navigate({ to: "/upload/logs", search: {} })}>
          {t("layout:clearFilters")}
        </Button>
      ) : null}
    </div>
  );
}
