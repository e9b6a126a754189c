import { STORAGE_KINDS, type StorageKind } from "@kinora/domain/billing/meters.ts";
import { formatMoney, type Currency } from "@kinora/domain/billing/money.ts";
import type { InvoiceLine } from "@kinora/domain/billing/rating.ts";
import { UNIT_NAMES, formatQuantity, lineRule, lineTitle } from "@kinora/domain/billing/words.ts";
import { formatDate } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { QueryProblem } from "../shell/frame/QueryProblem.tsx";
import { invoiceRowsQuery } from "./queries.ts";
import styles from "./Paper.module.css";

interface InvoiceLinesProps {
  lines: readonly InvoiceLine[];
  currency: Currency;
  /** The invoice whose lines show the days they were computed from; a draft has none. */
  source?: { invoiceId: number; accountId: number | null };
}

/** The lines of an invoice: what, by which rule, how much; the amount of a line of usage shows its days. */
export function InvoiceLines({ lines, currency, source }: InvoiceLinesProps) {
  const { t } = useTranslation("billing");
  const [open, setOpen] = useState<number | null>(null);
  return (
    <table className={styles["lines"]} aria-label={t("lines")}>
      <thead>
        <tr>
          <th scope="col">{t("line")}</th>
          <th scope="col" className={styles["rule"]}>
            {t("rule")}
          </th>
          <th scope="col">{t("amount")}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => {
          const title = lineTitle(line);
          const amount = formatMoney(line.amount, currency);
          return (
            <Fragment key={`${title} ${line.from} ${String(index)}`}>
              <tr>
                <td>
                  {title}
                  <Box component="span" className="note" display="block">
                    {formatDate(line.from)} – {formatDate(line.to)}
                  </Box>
                </td>
                <td className={styles["rule"]}>{lineRule(line, currency)}</td>
                <td>
                  {source && line.meter !== null ? (
                    <button
                      type="button"
                      className={styles["amount"]}
                      aria-expanded={open === index}
                      aria-label={`${amount}. ${t("showRows", { line: title })}`}
                      onClick={() => setOpen(open === index ? null : index)}
                    >
                      {amount}
                    </button>
                  ) : (
                    amount
                  )}
                </td>
              </tr>
              {source && line.meter !== null && open === index ? (
                <tr>
                  <td colSpan={3}>
                    <p className={styles["phoneRule"]}>{lineRule(line, currency)}</p>
                    <UsageRows {...source} line={index} unit={UNIT_NAMES[line.meter]} />
                  </td>
                </tr>
              ) : null}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

interface UsageRowsProps {
  invoiceId: number;
  accountId: number | null;
  line: number;
  unit: string;
}

function UsageRows({ invoiceId, accountId, line, unit }: UsageRowsProps) {
  const { t } = useTranslation("billing");
  const rows = useQuery(invoiceRowsQuery(invoiceId, line, accountId));
  if (rows.isError) return <QueryProblem query={rows} />;
  if (!rows.data) return <SkeletonRows label={t("loading")} thumb={false} />;
  const kindWords = (kinds: Record<StorageKind, number>) =>
    STORAGE_KINDS.filter((kind) => kinds[kind] > 0)
      .map((kind) => `${t(`kind_${kind}`)} ${formatNumber(kinds[kind])}`)
      .join(" · ");
  const sum = rows.data.reduce((total, { quantity }) => total + quantity, 0);
  return (
    // A long list scrolls, so it takes the focus of the keyboard.
    <div className={styles["rows"]} tabIndex={0} role="region" aria-label={t("daysOfLine")}>
      <table className={styles["lines"]}>
        <thead>
          <tr>
            <th scope="col">{t("day")}</th>
            <th scope="col">{t("project")}</th>
            <th scope="col">{unit}</th>
          </tr>
        </thead>
        <tbody>
          {rows.data.map(({ day, project_id: id, project, quantity, kinds }) => (
            <tr key={`${day} ${String(id)}`}>
              <td>{formatDate(day)}</td>
              <td>
                {id === null ? t("wholeAccount") : (project ?? t("deletedProject"))}
                {kinds ? (
                  <Box component="span" className="note" display="block">
                    {kindWords(kinds)}
                  </Box>
                ) : null}
              </td>
              <td>{formatNumber(quantity)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2}>{t("rowsSum")}</td>
            <td>{formatQuantity(Math.round(sum * 1_000))}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
