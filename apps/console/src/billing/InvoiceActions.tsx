import { Button } from "@mantine/core";
import { useTranslation } from "../platform/i18n.ts";
import type { Invoice } from "./queries.ts";

interface InvoiceActionsProps {
  invoice: Invoice;
  onPay: () => void;
  onCredit: () => void;
  onVoid: () => void;
  onRecheck: () => void;
  onResend: () => void;
}

/**
 * What can be done with an invoice; one that is void, and a credit note, are only sent again. Credit that was returned to a void one
 * can be paid back.
 */
export function InvoiceActions({ invoice, onPay, onCredit, onVoid, onRecheck, onResend }: InvoiceActionsProps) {
  const { t } = useTranslation("billing");
  const { state } = invoice;
  const stands = state !== "void" && state !== "credit";
  return (
    <>
      <Button variant="default" onClick={onRecheck}>
        {t("recheck")}
      </Button>
      {invoice.buyer.email === "" ? null : (
        <Button variant="default" onClick={onResend}>
          {t("resend")}
        </Button>
      )}
      {stands ? (
        <>
          <Button variant="default" onClick={onCredit}>
            {t("creditPart")}
          </Button>
          <Button variant="default" color="red" onClick={onVoid}>
            {t("voidInvoice")}
          </Button>
        </>
      ) : null}
      {stands || (state === "void" && invoice.paid > 0) ? <Button onClick={onPay}>{t("recordPayment")}</Button> : null}
    </>
  );
}
