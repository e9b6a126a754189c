import { EXPORT_ROWS_MAX } from "@kinora/domain/analytics/reports.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Button, Tooltip } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useViewer } from "../../shell/frame/use-viewer.ts";

/** Downloads the table of a report; only for those who may export. */
export function DownloadButton({ href }: { href: string }) {
  const { t } = useTranslation("reports");
  if (!useViewer().permissions.analytics_export) return null;
  return (
    <Tooltip label={t("downloadCsvHint", { most: formatNumber(EXPORT_ROWS_MAX) })}>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.6} />}
        renderRoot={({ children, ...props }) => (
          <a href={href} download {...props}>
            {children}
          </a>
        )}
      >
        {t("downloadCsv")}
      </Button>
    </Tooltip>
  );
}
