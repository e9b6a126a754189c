import { formatMoney, type Currency } from "@kinora/domain/billing/money.ts";
import { lineTitle, METER_NAMES } from "@kinora/domain/billing/words.ts";
import { Modal } from "@kinora/ui/floats.ts";
import { formatDate } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { QueryProblem } from "../shell/frame/QueryProblem.tsx";
import { recheckQuery, type Invoice } from "./queries.ts";

/** What an invoice would say if it were computed now, and which days explain the difference. */
export function RecheckDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation("billing");
  const recheck = useQuery(recheckQuery(invoice.id));
  const { data } = recheck;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("recheckTitle", { number: invoice.number })}
      closeButtonProps={{ "aria-label": t("close") }}
      size={560}
    >
      {data ? (
        <Differences recheck={data} currency={invoice.currency} />
      ) : recheck.isError ? (
        <QueryProblem query={recheck} />
      ) : (
        <SkeletonRows label={t("loading")} thumb={false} />
      )}
    </Modal>
  );
}

type Recheck = Awaited<ReturnType<typeof api.billing.recheckInvoice>>["data"];

function Differences({ recheck: { subtotal, lines, days }, currency }: { recheck: Recheck; currency: Currency }) {
  const { t } = useTranslation("billing");
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <Stack gap="xs">
      <Text>
        {subtotal.issued === subtotal.now
          ? t("recheckSame", { amount: money(subtotal.now) })
          : t("recheckDiffers", { now: money(subtotal.now), issued: money(subtotal.issued) })}
      </Text>
      {lines.map(({ issued, now }) => {
        const line = issued ?? now;
        if (!line) return null;
        const words = {
          line: lineTitle(line),
          issued: issued ? money(issued.amount) : t("absent"),
          now: now ? money(now.amount) : t("absent"),
        };
        return (
          <Text key={`${words.line} ${line.from}`} size="sm">
            {t("recheckLine", words)}
          </Text>
        );
      })}
      {days.length === 0 ? null : (
        <Text size="sm">
          <strong>{t("recheckDays")}</strong> {t("recheckBase")}
        </Text>
      )}
      {days.map(({ day, meter, project_id: project, issued, now }) => (
        <Text key={`${day} ${meter} ${String(project)}`} size="sm">
          {t("recheckDay", {
            day: formatDate(day),
            meter: METER_NAMES[meter],
            issued: formatNumber(issued),
            now: formatNumber(now),
          })}
        </Text>
      ))}
    </Stack>
  );
}
