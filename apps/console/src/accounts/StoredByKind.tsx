import { STORAGE_KINDS } from "@kinora/domain/billing/meters.ts";
import { StatStrip } from "@kinora/ui/kit/StatStrip.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Box } from "@mantine/core";
import { useTranslation } from "../platform/i18n.ts";
import type { AccountStatistics } from "./queries.ts";

/** What was stored in the month by kind, as invoices charge it. */
export function StoredByKind({ totals }: Pick<AccountStatistics, "totals">) {
  const { t } = useTranslation("accounts");
  if (STORAGE_KINDS.every((kind) => totals[`stored_${kind}`] === 0)) return null;
  return (
    <Box mb="md">
      <Panel title={t("storedByKind")} flush>
        <StatStrip
          wraps
          label={t("storedByKind")}
          stats={STORAGE_KINDS.map((kind) => ({
            label: t(`stored_${kind}`),
            value: t("gigabyteMonths", { amount: shortAmount(totals[`stored_${kind}`]) }),
          }))}
        />
      </Panel>
    </Box>
  );
}

/** To a thousandth; a smaller amount does not read as zero. */
function shortAmount(amount: number): string {
  const rounded = Math.round(amount * 1_000) / 1_000;
  return amount > 0 && rounded === 0 ? "< 0.001" : formatNumber(rounded);
}
