import { creditAtIssue } from "@kinora/domain/billing/balance.ts";
import { exchanged } from "@kinora/domain/billing/exchange.ts";
import { openAmount } from "@kinora/domain/billing/invoice-states.ts";
import { formatMoney } from "@kinora/domain/billing/money.ts";
import { exchangeTitle, vatTitle } from "@kinora/domain/billing/words.ts";
import { formatDate } from "@kinora/ui/moments.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Box } from "@mantine/core";
import { useTranslation } from "../platform/i18n.ts";
import { STATE_MARKS } from "./invoice-columns.tsx";
import { InvoiceCredits } from "./InvoiceCredits.tsx";
import { InvoiceLines } from "./InvoiceLines.tsx";
import type { AccountPlan, Invoice } from "./queries.ts";
import styles from "./Paper.module.css";

/** An invoice or credit note as it was sent. `accountId` is that of an owner who reads it; null for superusers. */
export function InvoicePaper({ invoice, accountId }: { invoice: Invoice; accountId: number | null }) {
  const { t } = useTranslation("billing");
  const { currency, vat, seller, reason, credits_number: credits } = invoice;
  return (
    <article className={styles["paper"]} aria-label={invoice.number}>
      <div className={styles["head"]}>
        <h2>
          {t(invoice.kind === "credit_note" ? "creditNote" : "invoice")} <span className="mono">{invoice.number}</span>
        </h2>
        <StatusDot state={STATE_MARKS[invoice.state]}>{t(`state_${invoice.state}`)}</StatusDot>
      </div>
      <div className={styles["parties"]}>
        <Party label={t("from")} party={invoice.seller} />
        <Party label={t("to")} party={invoice.buyer} poNumber={invoice.buyer.po_number} />
        <div>
          <Dated label={t("issued")} day={invoice.issued_on} />
          {invoice.kind === "invoice" ? <Dated label={t("due")} day={invoice.due_on} /> : null}
          <Label>{t("period")}</Label>
          {formatDate(invoice.period_from)} – {formatDate(invoice.period_to)}
        </div>
      </div>
      <InvoiceLines lines={invoice.lines} currency={currency} source={{ invoiceId: invoice.id, accountId }} />
      <dl className={styles["sums"]}>
        <Sum label={t("subtotal")} value={formatMoney(invoice.subtotal, currency)} />
        <Sum label={vatTitle(vat)} value={formatMoney(invoice.vat_amount, currency)} />
        {vat.exchange ? (
          <Sum
            label={t("vatIn", { vat: vatTitle(vat), currency: vat.exchange.currency })}
            value={formatMoney(exchanged(invoice.vat_amount, currency, vat.exchange), vat.exchange.currency)}
          />
        ) : null}
        <Sum label={t("total")} value={formatMoney(invoice.total, currency)} total />
        <Credited invoice={invoice} />
      </dl>
      {credits === null ? null : (
        <p className={styles["foot"]}>{t(invoice.voids ? "voids" : "creditsInvoice", { number: credits })}</p>
      )}
      <InvoiceCredits invoice={invoice} forOwner={accountId !== null} />
      {accountId === null && invoice.kind === "invoice" && openAmount(invoice) < 0 ? (
        <p className={styles["foot"]}>{t("creditLeftText")}</p>
      ) : null}
      {reason === "" ? null : <p className={styles["foot"]}>{t("reasonOf", { reason })}</p>}
      <VatNotes vat={vat} currency={currency} />
      {seller.payment === "" || invoice.kind === "credit_note" ? null : (
        <p className={styles["foot"]}>{seller.payment}</p>
      )}
      {invoice.payments.length === 0 ? null : (
        <p className={styles["foot"]}>
          {[
            t("payments"),
            ...invoice.payments.map(({ amount, paid_on: day, reference }) =>
              t("paymentOf", { amount: formatMoney(amount, currency), day: formatDate(day), reference }),
            ),
          ].join("\n")}
        </p>
      )}
    </article>
  );
}

/** What credit notes and credit of earlier invoices took from the total, and what is left to pay of it, or as credit. */
function Credited({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation("billing");
  const { currency, credited, paid, state } = invoice;
  const credit = state === "void" ? 0 : creditAtIssue(invoice);
  const open = openAmount(invoice);
  if (credited === 0 && credit === 0 && open >= 0) return null;
  const money = paid - credit;
  return (
    <>
      {credited === 0 ? null : <Sum label={t("credited")} value={formatMoney(0 - credited, currency)} />}
      {credit === 0 ? null : <Sum label={t("creditAtIssue")} value={formatMoney(0 - credit, currency)} />}
      {money === 0 ? null : <Sum label={t("paid")} value={formatMoney(0 - money, currency)} />}
      {state === "void" && open === 0 ? null : (
        <Sum label={t(open < 0 ? "creditLeft" : "toPay")} value={formatMoney(Math.abs(open), currency)} total />
      )}
    </>
  );
}

/** What a month has cost until now, on the same paper. */
export function DraftPaper({ charges }: { charges: NonNullable<AccountPlan["charges"]> }) {
  const { t } = useTranslation("billing");
  return (
    <article className={styles["paper"]} data-draft="true" aria-label={t("upcoming")}>
      <div className={styles["head"]}>
        <h2>{t("upcoming")}</h2>
        <StatusDot state="idle">{t("draft")}</StatusDot>
      </div>
      <p className="muted">{t("draftText")}</p>
      <InvoiceLines lines={charges.lines} currency={charges.currency} />
      <dl className={styles["sums"]}>
        <Sum label={t("subtotal")} value={formatMoney(charges.subtotal, charges.currency)} total />
      </dl>
    </article>
  );
}

const Label = ({ children }: { children: string }) => (
  <Box component="span" className="note" display="block">
    {children}
  </Box>
);

/** Smaller than the list of all countries, which a page would load for two names. */
const regions = new Intl.DisplayNames("en", { type: "region" });

function Party({
  label,
  party,
  poNumber = "",
}: {
  label: string;
  party: Invoice["buyer"] | Invoice["seller"];
  poNumber?: string;
}) {
  const { t } = useTranslation("billing");
  const country = regions.of(party.country) ?? party.country;
  const lines = [
    party.name,
    party.street,
    `${party.postcode} ${party.city}`,
    country,
    ...(party.vat_number === "" ? [] : [t("vatOf", { number: party.vat_number })]),
    ...(poNumber === "" ? [] : [t("poNumber", { number: poNumber })]),
  ];
  return (
    <div>
      <Label>{label}</Label>
      <address>{lines.join("\n")}</address>
    </div>
  );
}

const Dated = ({ label, day }: { label: string; day: string }) => (
  <>
    <Label>{label}</Label>
    {formatDate(day)}
  </>
);

/** Why no VAT is charged, and the rate with which it is stated in the seller's own currency. */
function VatNotes({ vat, currency }: Pick<Invoice, "vat" | "currency">) {
  const { t } = useTranslation("billing");
  return (
    <>
      {vat.note === null ? null : <p className={styles["foot"]}>{vat.note}</p>}
      {vat.exchange ? (
        <p className={styles["foot"]}>{t("exchangeOf", { rate: exchangeTitle(vat.exchange, currency) })}</p>
      ) : null}
    </>
  );
}

const Sum = ({ label, value, total = false }: { label: string; value: string; total?: boolean }) => (
  <div data-total={total}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);
