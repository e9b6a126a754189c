import type { DeliveryDimension, ViewDimension } from "@kinora/domain/analytics/reports.ts";
import { COUNTRIES } from "@kinora/domain/projects/countries.ts";
import type { ShownBy } from "@kinora/ui/kit/filters.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { DEVICES, type ReportAt } from "./report-view.ts";

type Dimension = ViewDimension | DeliveryDimension;

/** What a table is divided by; the first one is usual and not in the address. */
export function useByFilter(at: ReportAt, dimensions: readonly Dimension[], value: Dimension): ShownBy {
  const { t } = useTranslation("reports");
  return {
    words: t("byWords", { dimension: t(`in_${value}`) }),
    filter: {
      kind: "choice",
      id: "by",
      label: t("by"),
      options: dimensions.map((dimension) => ({ value: dimension, label: t(`by_${dimension}`) })),
      value,
      onChange(chosen) {
        const by = dimensions.find((dimension) => dimension === chosen);
        at.show({ by: by === dimensions[0] ? undefined : by });
      },
    },
  };
}

const countries = new Map(COUNTRIES.map(({ id, name }) => [id, name]));
const KINDS = ["segment", "part", "download", "poster"] as const;

/** Writes what people call the key of a dimension whose keys are not for people; null for a key that is its own name. */
export function useKeyNames(): (dimension: string, key: string) => string | null {
  const { t } = useTranslation("reports");
  return (dimension, key) => {
    if (dimension === "country") return countries.get(key) ?? null;
    const device = DEVICES.find((known) => known === key);
    if (dimension === "device" && device) return t(`device_${device}`);
    const kind = KINDS.find((known) => known === key);
    if (dimension === "kind") return kind ? t(kind) : t("otherBytes");
    return null;
  };
}
