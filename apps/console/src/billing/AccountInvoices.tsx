import { Box } from "@mantine/core";
import { IconFileInvoice } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { apiInput } from "../platform/api-input.ts";
import { useTranslation } from "../platform/i18n.ts";
import { withoutNothing } from "../shell/lists/given.ts";
import { useListAddress } from "../shell/lists/list-address.ts";
import { ListPage } from "../shell/lists/ListPage.tsx";
import { useInvoiceColumns } from "./invoice-columns.tsx";
import { accountInvoicesQuery, type InvoiceSummary } from "./queries.ts";
import { sellerFilter } from "./seller-filter.ts";
import { accountInvoicesView } from "./views.ts";

/** The invoices of an account, for its owners; by seller where several sent them. */
export function AccountInvoices({ accountId }: { accountId: number }) {
  const { t } = useTranslation("billing");
  const navigate = useNavigate();
  const at = useListAddress(accountInvoicesView);
  const list = useQuery(
    accountInvoicesQuery({
      account_id: accountId,
      ...accountInvoicesView.pageOf(at.address),
      ...apiInput("billing.listAccountInvoices", withoutNothing({ seller: at.address.seller })),
    }),
  );
  const filters = sellerFilter({
    label: t("sellerChoice"),
    sellers: list.data?.sellers ?? [],
    value: at.address.seller,
    onChange: (seller) => at.show({ seller }),
  });
  const open = ({ id }: InvoiceSummary) =>
    void navigate({ to: "/account/invoices/$invoiceId", params: { invoiceId: String(id) } });
  return (
    <section>
      <Box component="h2" fz="lg" fw={600} my="xs">
        {t("invoices")}
      </Box>
      <ListPage
        name="account-invoices"
        label={t("invoices")}
        at={at}
        list={list}
        columns={useInvoiceColumns({ accounts: false })}
        nameOf={({ number }) => number}
        height="plain"
        bar={filters.length > 0}
        filters={filters}
        noMatch={t("noInvoicesMatch")}
        empty={{ icon: <IconFileInvoice size={22} stroke={1.6} />, title: t("noInvoices") }}
        onOpen={open}
        actionsWidth={30}
        menu={(invoice) => [
          { label: t("openInvoice"), icon: <IconFileInvoice size={16} stroke={1.6} />, onChoose: () => open(invoice) },
        ]}
      />
    </section>
  );
}
