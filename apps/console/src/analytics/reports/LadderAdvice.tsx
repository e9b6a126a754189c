import type { AdvisedRung } from "@kinora/domain/analytics/ladder-advice.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { useMetricWords } from "./metrics.ts";
import { ladderAdviceQuery } from "./report-queries.ts";
import styles from "./Reports.module.css";

type Row = AdvisedRung & { id: string };

/** Which renditions are worth what they store, by what was watched of them in the last 30 days. */
export function LadderAdvice({ projectId }: { projectId: number }) {
  const { t } = useTranslation("reports");
  const { permissions } = useViewer();
  const advice = useQuery(ladderAdviceQuery(projectId));
  const columns = useAdviceColumns();
  const note = useAdviceNote();
  if (advice.data?.length === 0) return null;
  return (
    <section className={styles["advice"]} aria-label={t("ladder")}>
      <h2 className="heading">{t("ladder")}</h2>
      <p className="muted">
        {t("ladderText")}{" "}
        {permissions.resolutions_view ? <Link to="/settings/project/resolutions">{t("ladderSettings")}</Link> : null}
      </p>
      <DataTable
        label={t("ladder")}
        columns={columns}
        rows={advice.data?.map((rung) => ({ ...rung, id: rung.label }))}
        nameOf={({ label }) => label}
        detail={(row) => <Text>{note(row)}</Text>}
        problem={advice.isError && !advice.data ? <QueryProblem query={advice} /> : null}
        empty={null}
      />
    </section>
  );
}

function useAdviceColumns(): Column<Row>[] {
  const { t } = useTranslation("reports");
  const words = useMetricWords();
  const figure = (id: string, header: string, priority: number, write: (row: Row) => string): Column<Row> => ({
    id,
    header,
    min: 112,
    priority,
    align: "end",
    mobile: priority > 2 ? "meta" : "hidden",
    cell: (row, { phone }) => (phone ? `${header} ${write(row)}` : write(row)),
  });
  return [
    { id: "label", header: t("by_height"), min: 96, mobile: "title", cell: ({ label }) => label },
    figure("watched_share", t("watchedShare"), 4, (row) => words("share", row.watched_share)),
    figure("stored_share", t("storedShare"), 3, (row) => words("share", row.stored_share)),
    figure("watched", t("watched_seconds"), 2, (row) => words("hours", row.watched_seconds)),
    figure("plays", t("plays"), 1, (row) => formatNumber(row.plays)),
    figure("bytes", t("stored"), 2, (row) => formatBytes(row.bytes)),
    figure("videos", t("videos"), 1, (row) => formatNumber(row.videos)),
  ];
}

/** What dropping a rendition would save, and whom it would touch. */
function useAdviceNote(): (row: Row) => string {
  const { t } = useTranslation("reports");
  return ({ advice, bytes, plays, instead }) => {
    if (advice === "lowest" || instead === null) return t("adviceLowest");
    const impact = t("adviceImpact", { bytes: formatBytes(bytes), plays: formatNumber(plays), instead });
    if (advice === "drop") return `${t("adviceDrop")} ${impact}`;
    return advice === "unknown" ? `${t("adviceUnknown")} ${impact}` : impact;
  };
}
