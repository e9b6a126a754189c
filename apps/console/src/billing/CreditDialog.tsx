import { creditLeft, creditProblem, partialCredit, type WantedCredit } from "@kinora/domain/billing/credits.ts";
import { formatMoney, minorOf } from "@kinora/domain/billing/money.ts";
import { lineTitle } from "@kinora/domain/billing/words.ts";
import { REASON_MAX } from "@kinora/domain/people/installation.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { inUnit } from "@kinora/ui/kit/forms/unit.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Text, TextInput } from "@mantine/core";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { invoicesKey, type Invoice } from "./queries.ts";

interface Typed {
  kind: "lines" | "amount";
  /** By line of the invoice; empty for nothing. */
  amounts: string[];
  amount: string;
  reason: string;
}

/** Credits a part of an invoice: amounts of its lines, or a sum. What it comes to is shown before it is issued. */
export function CreditDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation("billing");
  const form = useCreditForm(invoice);
  const credit = useAction(api.billing.creditInvoice, {
    changes: [invoicesKey],
    failure: t("invoiceNotChanged"),
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  const { currency } = invoice;
  const left = creditLeft(invoice);
  const { kind, reason } = form.values;
  return (
    <FormDialog
      title={t("creditTitle", { number: invoice.number })}
      submit={t("issueCredit")}
      form={form}
      saving={credit.isPending}
      onSubmit={() => {
        const wanted = wantedOf(form.values, invoice);
        if (wanted) credit.mutate({ invoice_id: invoice.id, reason, ...mutable(wanted) });
      }}
      onClose={onClose}
    >
      <Text>{t("creditText")}</Text>
      <Segments
        aria-label={t("creditOf")}
        value={kind}
        onChange={(value) => form.edit({ kind: value })}
        data={[
          { value: "lines", label: t("creditLines") },
          { value: "amount", label: t("creditAmount") },
        ]}
      />
      {kind === "amount" ? (
        <TextInput
          label={t("creditWithoutVat")}
          description={t("creditUpTo", { amount: formatMoney(left.subtotal, currency) })}
          required
          {...inUnit(currency)}
          {...form.text("amount")}
        />
      ) : (
        <LineFields invoice={invoice} form={form} />
      )}
      <TextInput label={t("reason")} required maxLength={REASON_MAX} {...form.text("reason")} />
      <Sums invoice={invoice} wanted={wantedOf(form.values, invoice)} />
    </FormDialog>
  );
}

/** A field for each line of which something is left. */
function LineFields({ invoice, form }: { invoice: Invoice; form: ReturnType<typeof useCreditForm> }) {
  const { t } = useTranslation("billing");
  const { currency, lines } = invoice;
  const left = creditLeft(invoice).lines;
  const { amounts } = form.values;
  const problem = form.errorAt("amounts");
  return (
    <>
      {lines.map((line, at) =>
        (left[at] ?? 0) === 0 ? null : (
          <TextInput
            key={`${lineTitle(line)} ${String(at)}`}
            label={lineTitle(line)}
            description={t("creditUpTo", { amount: formatMoney(left[at] ?? 0, currency) })}
            value={amounts[at] ?? ""}
            error={form.errorAt(`amounts.${String(at)}`)}
            onChange={({ currentTarget: { value } }) =>
              form.edit({ amounts: amounts.map((each, n) => (n === at ? value : each)) })
            }
            {...inUnit(currency)}
          />
        ),
      )}
      {problem === undefined ? null : (
        <Text c="red" size="sm" role="alert">
          {problem}
        </Text>
      )}
    </>
  );
}

function useCreditForm(invoice: Invoice) {
  const { t } = useTranslation("billing");
  const check = (typed: Typed): Record<string, string> => {
    const reason: Record<string, string> = typed.reason.trim() === "" ? { reason: t("reasonEmpty") } : {};
    const wanted = wantedOf(typed, invoice);
    if (!wanted) {
      const fields = typed.kind === "amount" ? ["amount"] : unreadLines(typed, invoice);
      return { ...reason, ...Object.fromEntries(fields.map((field) => [field, t("amountWrong")])) };
    }
    const problem = creditProblem(invoice, wanted);
    if (!problem) return reason;
    const left = creditLeft(invoice);
    const over = "lines" in wanted && wanted.lines.find(({ line, amount }) => amount > (left.lines[line] ?? 0));
    const field = over ? `amounts.${String(over.line)}` : problem.field === "amount" ? "amount" : "amounts";
    return { ...reason, [field]: problem.words };
  };
  const saved: Typed = { kind: "lines", amounts: invoice.lines.map(() => ""), amount: "", reason: "" };
  return useForm({ saved, serverNames: { lines: "amounts" }, check });
}

/** Minor units; null for what is no amount to credit. */
function positive(typed: string, currency: Invoice["currency"]): number | null {
  const minor = minorOf(typed, currency);
  return minor !== undefined && minor > 0 ? minor : null;
}

/** The fields of lines whose text is no amount; all of them together while nothing is typed. */
function unreadLines({ amounts }: Typed, { currency }: Invoice): string[] {
  const fields = amounts.flatMap((typed, line) =>
    typed.trim() !== "" && positive(typed, currency) === null ? [`amounts.${String(line)}`] : [],
  );
  return fields.length > 0 ? fields : ["amounts"];
}

/** What is typed, in minor units; null while an amount is none, or nothing is typed. */
function wantedOf({ kind, amounts, amount }: Typed, { currency }: Invoice): WantedCredit | null {
  if (kind === "amount") {
    const sum = positive(amount, currency);
    return sum === null ? null : { amount: sum };
  }
  const lines = amounts.flatMap((typed, line) =>
    typed.trim() === "" ? [] : [{ line, amount: positive(typed, currency) }],
  );
  const known = lines.flatMap(({ line, amount: minor }) => (minor === null ? [] : [{ line, amount: minor }]));
  return known.length === 0 || known.length < lines.length ? null : { lines: known };
}

const mutable = (wanted: WantedCredit) => ("amount" in wanted ? wanted : { lines: [...wanted.lines] });

/** What the credit note will come to, and what is left of the invoice. */
function Sums({ invoice, wanted }: { invoice: Invoice; wanted: WantedCredit | null }) {
  const { t } = useTranslation("billing");
  if (!wanted || creditProblem(invoice, wanted) !== null) return null;
  const { subtotal, vat_amount: vat } = partialCredit(invoice, wanted);
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  const rest = invoice.total - invoice.credited + subtotal + vat;
  return (
    <Text role="status">
      {t("creditSums", { sum: money(0 - subtotal), vat: money(0 - vat), total: money(0 - subtotal - vat) })}{" "}
      {rest === 0 ? t("creditVoids") : t("creditRest", { amount: money(rest) })}
    </Text>
  );
}
