import type { DeliveryDimension, ViewDimension } from "@kinora/domain/analytics/reports.ts";
import type { Filter } from "@kinora/ui/kit/filters.ts";
import { useTranslation } from "../../platform/i18n.ts";
import type { ReportAt } from "./report-view.ts";

/** What a table is divided by; the first one is usual and shown as no choice. */
export function useByFilter(
  at: ReportAt,
  dimensions: readonly (ViewDimension | DeliveryDimension)[],
  value: string,
): Filter {
  const { t } = useTranslation("reports");
  return {
    kind: "choice",
    id: "by",
    label: t("by"),
    options: dimensions.map((dimension) => ({ value: dimension, label: t(`by_${dimension}`) })),
    value: value === dimensions[0] ? undefined : value,
    onChange: (chosen) => at.show({ by: dimensions.find((dimension) => dimension === chosen) }),
  };
}
