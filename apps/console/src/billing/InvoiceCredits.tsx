import { formatMoney } from "@kinora/domain/billing/money.ts";
import { formatDate } from "@kinora/ui/moments.ts";
import { Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../platform/i18n.ts";
import type { Invoice } from "./queries.ts";
import styles from "./Paper.module.css";

/** The credit notes of an invoice, each with its reason, for a superuser or an owner of the account. */
export function InvoiceCredits({ invoice, forOwner }: { invoice: Invoice; forOwner: boolean }) {
  const { t } = useTranslation("billing");
  if (invoice.credit_notes.length === 0) return null;
  return (
    <section className={styles["foot"]} aria-label={t("creditNotes")}>
      {t("creditNotes")}
      <Stack gap={0} renderRoot={(props) => <ul {...props} />}>
        {invoice.credit_notes.map(({ id, number, issued_on: day, subtotal, vat_amount: vat, reason }) => (
          <li key={id}>
            <Link
              to={forOwner ? "/account/invoices/$invoiceId" : "/advanced/invoices/$invoiceId"}
              params={{ invoiceId: String(id) }}
            >
              {number}
            </Link>{" "}
            {t("creditNoteOf", {
              amount: formatMoney(0 - subtotal - vat, invoice.currency),
              day: formatDate(day),
              reason,
            })}
          </li>
        ))}
      </Stack>
    </section>
  );
}
