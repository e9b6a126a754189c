import type { Filter } from "@kinora/ui/kit/filters.ts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../platform/i18n.ts";
import { settingsQuery } from "./queries.ts";

/** Who sends invoices; null is the seller of the settings. */
export interface SellerOption {
  id: number | null;
  name: string;
}

/** How lists of sellers name that of the invoice settings; without its name until that is read. */
export function useSettingsSeller(): string {
  const { t } = useTranslation("billing");
  const name = useQuery(settingsQuery()).data?.seller.name;
  return name ? t("sellerOfSettingsNamed", { name }) : t("sellerOfSettings");
}

interface SellerFilterProps {
  label: string;
  sellers: readonly SellerOption[];
  value: number | "settings" | undefined;
  onChange: (seller: number | "settings" | undefined) => void;
}

/** The filter by seller of a list of invoices; none where there is one seller alone. */
export function sellerFilter({ label, sellers, value, onChange }: SellerFilterProps): Filter[] {
  if (sellers.length < 2 && value === undefined) return [];
  const options = sellers.map(({ id, name }) => ({ value: String(id ?? "settings"), label: name }));
  return [
    {
      kind: "choice",
      id: "seller",
      label,
      options,
      value: value === undefined ? undefined : String(value),
      onChange: (chosen) => onChange(chosen === undefined || chosen === "settings" ? chosen : Number(chosen)),
    },
  ];
}
