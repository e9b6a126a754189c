import { INVOICE_STATES } from "@kinora/domain/billing/invoice-states.ts";
import type { Filter } from "@kinora/ui/kit/filters.ts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../platform/i18n.ts";
import { sellersQuery } from "./queries.ts";
import { sellerFilter, useSettingsSeller, type SellerOption } from "./seller-filter.ts";
import type { InvoicesAt } from "./views.ts";

/** What the invoices of all accounts are narrowed by. */
export function useInvoiceFilters({ address, show }: InvoicesAt): Filter[] {
  const { t } = useTranslation("billing");
  const sellers = useSellers();
  return [
    {
      kind: "choice",
      id: "state",
      label: t("status"),
      options: INVOICE_STATES.map((value) => ({ value, label: t(`state_${value}`) })),
      value: address.state,
      onChange: (value) => show({ state: INVOICE_STATES.find((known) => known === value) }),
    },
    ...sellerFilter({
      label: t("sellerChoice"),
      sellers,
      value: address.seller,
      onChange: (seller) => show({ seller }),
    }),
  ];
}

/** Every seller of the installation, archived ones as well: their invoices stay. */
function useSellers(): SellerOption[] {
  const others = useQuery(sellersQuery()).data ?? [];
  return [{ id: null, name: useSettingsSeller() }, ...others.map(({ id, seller }) => ({ id, name: seller.name }))];
}
