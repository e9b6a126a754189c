import { formatMoney } from "@kinora/domain/billing/money.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { formatMonth } from "@kinora/ui/moments.ts";
import { Button, Group, Text } from "@mantine/core";
import { IconBuilding } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { MonthPicker } from "../shell/fields/MonthPicker.tsx";
import { QueryProblem } from "../shell/frame/QueryProblem.tsx";
import { invoicesKey, previewQuery, runsKey, type InvoicePreview } from "./queries.ts";
import { lastMonth } from "./today.ts";

/** Shows what issuing a month's invoices would do, and does it. */
export function IssueMonthDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["billing", "layout"]);
  const newest = lastMonth();
  const [month, setMonth] = useState(newest);
  const [page, setPage] = useState(1);
  const preview = useQuery(previewQuery(month, page));
  const issue = useAction(api.billing.issueInvoices, {
    changes: [runsKey, invoicesKey],
    failure: t("notIssued"),
    onDone: onClose,
  });
  const pages = preview.data?.pagination.max ?? 1;
  const isEmpty = preview.data?.pagination.total === 0;
  return (
    <FormDialog
      title={t("issueTitle")}
      submit={t("issueAll")}
      size={720}
      saving={issue.isPending}
      ready={preview.isSuccess && !isEmpty}
      onSubmit={() => issue.mutate({ month })}
      onClose={onClose}
    >
      <Group justify="space-between">
        <MonthPicker
          month={month}
          newest={newest}
          onChange={(other) => {
            setMonth(other);
            setPage(1);
          }}
        />
        <Text size="sm" className="muted">
          {t("dryRun")}
        </Text>
      </Group>
      <PreviewTable month={month} preview={preview} />
      {pages > 1 ? (
        <Group gap="xs">
          <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t("layout:previousPage")}
          </Button>
          <Button variant="default" size="xs" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t("layout:nextPage")}
          </Button>
        </Group>
      ) : null}
    </FormDialog>
  );
}

interface PreviewTableProps {
  month: string;
  preview: {
    data: { data: InvoicePreview[] } | undefined;
    isError: boolean;
    error: unknown;
    refetch: () => unknown;
  };
}

function PreviewTable({ month, preview }: PreviewTableProps) {
  const { t } = useTranslation(["billing", "layout"]);
  const result = ({ invoice, problem, total }: InvoicePreview): string => {
    if (invoice) return t("issuedAs", { number: invoice.number });
    return problem === null && total === 0 ? t("nothing") : "";
  };
  const amount = (row: InvoicePreview, value: number) =>
    row.currency === null ? "" : formatMoney(value, row.currency);
  const columns: Column<InvoicePreview & { id: number }>[] = [
    { id: "account", header: t("account"), min: 140, grow: 1, mobile: "title", cell: ({ account }) => account },
    {
      id: "subtotal",
      header: t("subtotal"),
      min: 90,
      align: "end",
      priority: 1,
      mobile: "hidden",
      cell: (row) => amount(row, row.subtotal),
    },
    {
      id: "vat",
      header: t("vat"),
      min: 80,
      align: "end",
      priority: 2,
      mobile: "hidden",
      cell: (row) => amount(row, row.vat_amount),
    },
    { id: "total", header: t("total"), min: 90, align: "end", mobile: "meta", cell: (row) => amount(row, row.total) },
    { id: "result", header: t("status"), min: 196, mobile: "meta", cell: result },
  ];
  return (
    <DataTable
      label={t("previewOf", { month: formatMonth(month) })}
      columns={columns}
      rows={preview.data?.data.map((row) => ({ ...row, id: row.account_id }))}
      nameOf={({ account }) => account}
      height="plain"
      note={({ problem }) => problem}
      problem={preview.isError ? <QueryProblem query={preview} /> : undefined}
      empty={
        <EmptyState icon={<IconBuilding size={22} stroke={1.6} />} title={t("noAccounts")}>
          {t("noAccountsText")}
        </EmptyState>
      }
    />
  );
}
