import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { useParams } from "@tanstack/react-router";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { FileButtons } from "./FileButtons.tsx";
import { InvoiceGate } from "./InvoiceGate.tsx";
import { InvoicePaper } from "./InvoicePaper.tsx";

/** An invoice of the account, for its owners. */
export default function AccountInvoicePage() {
  const accountId = useStore(session, ({ config }) => config?.account_id ?? null);
  return accountId === null ? null : <OwnInvoice accountId={accountId} />;
}

function OwnInvoice({ accountId }: { accountId: number }) {
  const { invoiceId } = useParams({ from: "/app/account/invoices/$invoiceId" });
  return (
    <InvoiceGate address={invoiceId} accountId={accountId}>
      {(invoice) => (
        <>
          <PageHeader
            title={invoice.number}
            actions={
              <FileButtons
                invoice={invoice}
                path={`/accounts/${String(accountId)}/invoices/${String(invoice.id)}/file`}
              />
            }
          />
          <InvoicePaper invoice={invoice} accountId={accountId} />
        </>
      )}
    </InvoiceGate>
  );
}
