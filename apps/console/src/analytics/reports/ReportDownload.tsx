import { EXPORT_ROWS_MAX } from "@kinora/domain/analytics/reports.ts";
import { DownloadButton } from "@kinora/ui/DownloadButton.tsx";
import { Hint } from "@kinora/ui/kit/Hint.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";

/** Downloads the table of a report; only for those who may export. */
export function ReportDownload({ href }: { href: string }) {
  const { t } = useTranslation("reports");
  if (!useViewer().permissions.analytics_export) return null;
  return (
    <Hint label={t("downloadCsvHint", { most: formatNumber(EXPORT_ROWS_MAX) })}>
      <DownloadButton href={href}>{t("downloadCsv")}</DownloadButton>
    </Hint>
  );
}
