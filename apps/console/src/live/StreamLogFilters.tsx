import { LOG_SEVERITIES, STREAM_LOG_TYPES } from "@kinora/domain/streams.ts";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { DayRange } from "../layout/DayRange.tsx";
import { SearchBox } from "../layout/SearchBox.tsx";
import { SelectLater } from "../layout/SelectLater.tsx";
import { streamNamesQuery } from "./queries.ts";
import { streamLogFilter, type StreamLogChange, type StreamLogSearch } from "./streamLogView.ts";
import styles from "./Logs.module.css";

/** What the log can be narrowed by; sessions by their livestream and the day they began. */
export function StreamLogFilters({
  projectId,
  view,
  onShow,
}: {
  projectId: number;
  view: StreamLogSearch;
  onShow: (change: StreamLogChange) => void;
}) {
  const { t } = useTranslation(["streamLog", "layout"]);
  const navigate = useNavigate();
  const streams = useQuery(streamNamesQuery(projectId)).data ?? [];
  const log = view.list !== "sessions";
  const names = streams.map(({ id, name }) => ({ value: String(id), label: name }));
  // One beyond the first hundred, or deleted since, still shows as what narrows.
  const chosen = view.stream === undefined ? null : String(view.stream);
  const known = chosen === null || names.some(({ value }) => value === chosen);
  return (
    <>
      {log ? (
        <SearchBox value={view.search ?? ""} label={t("search")} onSearch={(search) => onShow({ search })} />
      ) : null}
      <SelectLater
        className={`${styles["pick"]} ${styles["wide"]}`}
        aria-label={t("filterStream")}
        placeholder={t("anyStream")}
        clearable
        searchable
        data={known ? names : [...names, { value: chosen, label: `#${chosen}` }]}
        value={chosen}
        onChange={(value) => onShow({ stream: value === null ? undefined : Number(value) })}
      />
      {log ? (
        <>
          <SelectLater
            className={styles["pick"] ?? ""}
            aria-label={t("filterType")}
            placeholder={t("anyType")}
            clearable
            data={STREAM_LOG_TYPES.map((value) => ({ value, label: t(`type_${value}`) }))}
            value={view.type ?? null}
            onChange={(value) => onShow({ type: STREAM_LOG_TYPES.find((each) => each === value) })}
          />
          <SelectLater
            className={styles["pick"] ?? ""}
            aria-label={t("filterSeverity")}
            placeholder={t("anySeverity")}
            clearable
            data={LOG_SEVERITIES.map((value) => ({ value, label: t(`severity_${value}`) }))}
            value={view.severity ?? null}
            onChange={(value) => onShow({ severity: LOG_SEVERITIES.find((each) => each === value) })}
          />
        </>
      ) : null}
      <DayRange from={view.from} to={view.to} labels={{ from: t("from"), to: t("to") }} onChange={onShow} />
      {Object.keys(streamLogFilter(view)).length > 0 ? (
        <Button
          variant="subtle"
          onClick={() => void navigate({ to: "/live/logs", search: log ? {} : { list: "sessions" } })}
        >
          {t("layout:clearFilters")}
        </Button>
      ) : null}
    </>
  );
}
