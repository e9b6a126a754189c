import type { Address, AddressChange, Fields, ListView } from "@kinora/ui/kit/list-view.ts";
import { useMatch, useNavigate, useSearch } from "@tanstack/react-router";

/** A list's address with the ways to change it. */
export interface ListAddress<Schema extends Fields> {
  view: ListView<Schema>;
  address: Address<Schema>;
  /** @param instead whether the address before it leaves the history. */
  show: (change: AddressChange<Schema>, instead?: boolean) => void;
  clear: () => void;
  /** Opens another part of the page, without what narrowed this one. */
  open: (change: AddressChange<Schema>) => void;
}

/** Puts a list's state and the router together. @param go navigates to an address of the page. */
export const listAddress = <Schema extends Fields>(
  view: ListView<Schema>,
  address: Address<Schema>,
  go: (address: Address<Schema>, instead: boolean) => void,
): ListAddress<Schema> => ({
  view,
  address,
  show: (change, instead = false) => go(view.change(address, change), instead),
  clear: () => go(view.clear(address), false),
  open: (change) => go(view.change(view.clear(address), change), false),
});

/** The state of a page's list, which is in the page's address. */
export function useListAddress<Schema extends Fields>(view: ListView<Schema>): ListAddress<Schema> {
  const navigate = useNavigate();
  // The page's own path: while one navigates, the router's is of the page to come.
  const to = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const address = view.read({ ...useSearch({ strict: false }) });
  return listAddress(view, address, (search, replace) => {
    void navigate({ to, search, replace, resetScroll: false });
  });
}
