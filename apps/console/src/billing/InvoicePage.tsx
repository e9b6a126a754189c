import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { reasonOf } from "../platform/problem.ts";
import { useAction } from "../platform/use-action.ts";
import { FileButtons } from "./FileButtons.tsx";
import { InvoiceActions } from "./InvoiceActions.tsx";
import { InvoicePaper } from "./InvoicePaper.tsx";
import { invoiceQuery, invoicesKey } from "./queries.ts";

const CreditDialog = lazyPart(async () => (await import("./CreditDialog.tsx")).CreditDialog);
const PaymentDialog = lazyPart(async () => (await import("./PaymentDialog.tsx")).PaymentDialog);
const RecheckDialog = lazyPart(async () => (await import("./RecheckDialog.tsx")).RecheckDialog);
const VoidDialog = lazyPart(async () => (await import("./VoidDialog.tsx")).VoidDialog);

/** An invoice with all that a superuser does with it. */
export default function InvoicePage() {
  const { t } = useTranslation(["billing", "layout"]);
  const { invoiceId } = useParams({ from: "/app/advanced/invoices/$invoiceId" });
  const invoice = useQuery(invoiceQuery(Number(invoiceId), null));
  const [opened, setOpened] = useState<"payment" | "credit" | "void" | "recheck" | null>(null);
  const resend = useAction((id: number) => api.billing.resendInvoice({ invoice_id: id }), {
    changes: [invoicesKey],
    failure: t("invoiceNotChanged"),
  });
  const { data } = invoice;
  if (invoice.isError)
    return (
      <ErrorState
        message={reasonOf(invoice.error)}
        retryLabel={t("layout:retry")}
        onRetry={() => void invoice.refetch()}
      />
    );
  if (!data) return <SkeletonRows label={t("loading")} thumb={false} />;
  const close = () => setOpened(null);
  return (
    <>
      <PageHeader
        title={data.number}
        actions={
          <>
            <FileButtons path={`/advanced/invoices/${String(data.id)}/file`} />
            <InvoiceActions
              invoice={data}
              onPay={() => setOpened("payment")}
              onCredit={() => setOpened("credit")}
              onVoid={() => setOpened("void")}
              onRecheck={() => setOpened("recheck")}
              onResend={() =>
                void resend.mutateAfter(
                  {
                    title: t("resendTitle", { number: data.number, email: data.buyer.email }),
                    text: t("resendText"),
                    yes: t("resend"),
                    danger: false,
                  },
                  data.id,
                )
              }
            />
          </>
        }
      />
      <InvoicePaper invoice={data} accountId={null} />
      <Suspense fallback={null}>
        {opened === "payment" ? <PaymentDialog invoice={data} onClose={close} /> : null}
        {opened === "credit" ? <CreditDialog invoice={data} onClose={close} /> : null}
        {opened === "void" ? <VoidDialog invoice={data} onClose={close} /> : null}
        {opened === "recheck" ? <RecheckDialog invoice={data} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
