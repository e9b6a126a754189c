import { DownloadButton } from "@kinora/ui/DownloadButton.tsx";
import { queryOf } from "@kinora/ui/kit/list-view.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Button } from "@mantine/core";
import { IconFileInvoice, IconReceipt } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { apiInput } from "../platform/api-input.ts";
import { apiHost } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { withoutNothing } from "../shell/lists/given.ts";
import { useListAddress } from "../shell/lists/list-address.ts";
import { ListPage } from "../shell/lists/ListPage.tsx";
import { useInvoiceColumns } from "./invoice-columns.tsx";
import { useInvoiceFilters } from "./invoice-filters.ts";
import { InvoiceRuns } from "./InvoiceRuns.tsx";
import { invoicesQuery, type InvoiceSummary } from "./queries.ts";
import { invoicesView } from "./views.ts";

const IssueMonthDialog = lazyPart(async () => (await import("./IssueMonthDialog.tsx")).IssueMonthDialog);

const ICON = { size: 16, stroke: 1.6 };

/** The invoices of all accounts, for superusers (spec §2). */
export default function InvoicesPage() {
  const { t } = useTranslation("billing");
  const navigate = useNavigate();
  const at = useListAddress(invoicesView);
  const { search, state, account, seller } = at.address;
  const filter = apiInput("billing.listInvoices", withoutNothing({ search, state, account, seller }));
  const list = useQuery(invoicesQuery({ ...invoicesView.pageOf(at.address), ...filter }));
  const [issuing, setIssuing] = useState(false);
  const open = ({ id }: InvoiceSummary) =>
    void navigate({ to: "/advanced/invoices/$invoiceId", params: { invoiceId: String(id) } });
  const issue = (
    <Button leftSection={<IconReceipt {...ICON} />} onClick={() => setIssuing(true)}>
      {t("issueMonth")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("invoices")}
        count={list.data ? formatNumber(list.data.pagination.total) : null}
        actions={issue}
      />
      <InvoiceRuns />
      <ListPage
        name="invoices"
        label={t("invoices")}
        at={at}
        list={list}
        columns={useInvoiceColumns({ accounts: true })}
        nameOf={({ number }) => number}
        height="plain"
        searchLabel={t("searchInvoices")}
        filters={useInvoiceFilters(at)}
        tools={<ExportButton href={`${apiHost()}/advanced/invoices/csv?${queryOf(filter)}`} />}
        noMatch={t("noInvoicesMatch")}
        empty={{
          icon: <IconFileInvoice size={22} stroke={1.6} />,
          title: t("noInvoices"),
          text: t("noInvoicesText"),
          action: issue,
        }}
        onOpen={open}
        actionsWidth={30}
        menu={(invoice) => [
          { label: t("openInvoice"), icon: <IconFileInvoice {...ICON} />, onChoose: () => open(invoice) },
        ]}
      />
      {issuing ? (
        <Suspense fallback={null}>
          <IssueMonthDialog onClose={() => setIssuing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function ExportButton({ href }: { href: string }) {
  const { t } = useTranslation("billing");
  return <DownloadButton href={href}>{t("exportCsv")}</DownloadButton>;
}
