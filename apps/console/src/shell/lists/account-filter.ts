import type { Filter } from "@kinora/ui/kit/filters.ts";

/**
 * The filter by one account, shown only while it is set, as the menus of rows set it.
 * @param named an account of the rows that are listed; the filter shows its name, or else the id.
 */
export const accountFilter = (
  label: string,
  account: number | undefined,
  named: { id: number; name: string } | undefined,
  show: (account: number | undefined) => void,
): Filter[] =>
  account === undefined
    ? []
    : [
        {
          kind: "choice",
          id: "account",
          label,
          options: [{ value: String(account), label: named?.id === account ? named.name : `#${account}` }],
          value: String(account),
          onChange: (value) => show(value === undefined ? undefined : Number(value)),
        },
      ];
