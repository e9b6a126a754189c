import { hasEInvoice } from "@kinora/domain/billing/e-invoice.ts";
import { DownloadButton } from "@kinora/ui/DownloadButton.tsx";
import { apiHost } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import type { Invoice } from "./queries.ts";

/** Downloads an invoice as PDF, or as XML that programs read where its amounts have up to two decimals. */
export function FileButtons({ invoice, path }: { invoice: Pick<Invoice, "currency" | "vat">; path: string }) {
  const { t } = useTranslation("billing");
  const formats = hasEInvoice(invoice) ? (["pdf", "xml"] as const) : (["pdf"] as const);
  return formats.map((format) => (
    <DownloadButton key={format} href={`${apiHost()}${path}?format=${format}`}>
      {t(format)}
    </DownloadButton>
  ));
}
