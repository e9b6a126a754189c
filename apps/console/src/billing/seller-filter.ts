import type { Filter } from "@kinora/ui/kit/filters.ts";

/** Who sends invoices; null is the seller of the settings. */
export interface SellerOption {
  id: number | null;
  name: string;
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
