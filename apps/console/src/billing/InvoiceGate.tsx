import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button } from "@mantine/core";
import { IconFileOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { problemOf } from "../platform/problem.ts";
import { QueryProblem } from "../shell/frame/QueryProblem.tsx";
import { invoiceQuery, type Invoice } from "./queries.ts";

interface InvoiceGateProps {
  /** The id as the address has it. */
  address: string;
  /** That of an owner who reads it; null for superusers. */
  accountId: number | null;
  children: (invoice: Invoice) => ReactNode;
}

/** Reads the invoice of an address, and shows what keeps a page from having it. */
export function InvoiceGate({ address, accountId, children }: InvoiceGateProps) {
  const { t } = useTranslation("billing");
  const id = Number(address);
  const isId = Number.isSafeInteger(id) && id > 0;
  const invoice = useQuery({ ...invoiceQuery(id, accountId), enabled: isId });
  if (invoice.data) return children(invoice.data);
  if (!isId || problemOf(invoice.error).status === 404) return <Missing forOwner={accountId !== null} />;
  if (!invoice.isError) return <SkeletonRows label={t("loading")} thumb={false} />;
  return <QueryProblem query={invoice} />;
}

function Missing({ forOwner }: { forOwner: boolean }) {
  const { t } = useTranslation("billing");
  return (
    <EmptyState
      isPage
      icon={<IconFileOff size={22} stroke={1.6} />}
      title={t("missing")}
      action={
        <Button
          variant="default"
          renderRoot={(props) => <Link to={forOwner ? "/account/settings" : "/advanced/invoices"} {...props} />}
        >
          {t("backToInvoices")}
        </Button>
      }
    >
      {t(forOwner ? "missingTextOwner" : "missingText")}
    </EmptyState>
  );
}
