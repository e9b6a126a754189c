import { formatMoney } from "@kinora/domain/billing/money.ts";
import { Text } from "@mantine/core";
import { useTranslation } from "../platform/i18n.ts";
import type { AccountPlan } from "./queries.ts";

/** The credit of an account, a line for each seller and currency; nothing without any. */
export function CreditLines({ balances }: { balances: AccountPlan["balances"] }) {
  const { t } = useTranslation("billing");
  return balances.map(({ currency, seller, amount }) => (
    <Text key={`${seller} ${currency}`}>{t("creditBalance", { amount: formatMoney(amount, currency), seller })}</Text>
  ));
}
