import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../platform/problem.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { FileButtons } from "./FileButtons.tsx";
import { InvoicePaper } from "./InvoicePaper.tsx";
import { invoiceQuery } from "./queries.ts";

/** An invoice of the account, for its owners. */
export default function AccountInvoicePage() {
  const accountId = useStore(session, ({ config }) => config?.account_id ?? null);
  return accountId === null ? null : <OwnInvoice accountId={accountId} />;
}

function OwnInvoice({ accountId }: { accountId: number }) {
  const { t } = useTranslation(["billing", "layout"]);
  const { invoiceId } = useParams({ from: "/app/account/invoices/$invoiceId" });
  const invoice = useQuery(invoiceQuery(Number(invoiceId), accountId));
  if (invoice.isError)
    return (
      <ErrorState
        message={reasonOf(invoice.error)}
        retryLabel={t("layout:retry")}
        onRetry={() => void invoice.refetch()}
      />
    );
  if (!invoice.data) return <SkeletonRows label={t("loading")} thumb={false} />;
  const { id, number } = invoice.data;
  return (
    <>
      <PageHeader
        title={number}
        actions={<FileButtons path={`/accounts/${String(accountId)}/invoices/${String(id)}/file`} />}
      />
      <InvoicePaper invoice={invoice.data} accountId={accountId} />
    </>
  );
}
