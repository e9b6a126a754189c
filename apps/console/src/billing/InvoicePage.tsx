import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { useParams } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { useAction } from "../platform/use-action.ts";
import { FileButtons } from "./FileButtons.tsx";
import { InvoiceActions } from "./InvoiceActions.tsx";
import { InvoiceGate } from "./InvoiceGate.tsx";
import { InvoicePaper } from "./InvoicePaper.tsx";
import { invoicesKey, type Invoice } from "./queries.ts";

const CreditDialog = lazyPart(async () => (await import("./CreditDialog.tsx")).CreditDialog);
const PaymentDialog = lazyPart(async () => (await import("./PaymentDialog.tsx")).PaymentDialog);
const RecheckDialog = lazyPart(async () => (await import("./RecheckDialog.tsx")).RecheckDialog);
const VoidDialog = lazyPart(async () => (await import("./VoidDialog.tsx")).VoidDialog);

/** An invoice with all that a superuser does with it. */
export default function InvoicePage() {
  const { invoiceId } = useParams({ from: "/app/advanced/invoices/$invoiceId" });
  return (
    <InvoiceGate address={invoiceId} accountId={null}>
      {(invoice) => <OpenedInvoice invoice={invoice} />}
    </InvoiceGate>
  );
}

function OpenedInvoice({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation("billing");
  const [opened, setOpened] = useState<"payment" | "credit" | "void" | "recheck" | null>(null);
  const resend = useAction((id: number) => api.billing.resendInvoice({ invoice_id: id }), {
    changes: [invoicesKey],
    failure: t("invoiceNotChanged"),
  });
  const close = () => setOpened(null);
  return (
    <>
      <PageHeader
        title={invoice.number}
        actions={
          <>
            <FileButtons invoice={invoice} path={`/advanced/invoices/${String(invoice.id)}/file`} />
            <InvoiceActions
              invoice={invoice}
              onPay={() => setOpened("payment")}
              onCredit={() => setOpened("credit")}
              onVoid={() => setOpened("void")}
              onRecheck={() => setOpened("recheck")}
              onResend={() =>
                void resend.mutateAfter(
                  {
                    title: t("resendTitle", { number: invoice.number, email: invoice.buyer.email }),
                    text: t("resendText"),
                    yes: t("resend"),
                    danger: false,
                  },
                  invoice.id,
                )
              }
            />
          </>
        }
      />
      <InvoicePaper invoice={invoice} accountId={null} />
      <Suspense fallback={null}>
        {opened === "payment" ? <PaymentDialog invoice={invoice} onClose={close} /> : null}
        {opened === "credit" ? <CreditDialog invoice={invoice} onClose={close} /> : null}
        {opened === "void" ? <VoidDialog invoice={invoice} onClose={close} /> : null}
        {opened === "recheck" ? <RecheckDialog invoice={invoice} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
