import { BREAKPOINTS, useNarrowerThan } from "../../platform/use-media-query.ts";
import { AutocompleteDialog } from "./AutocompleteDialog.tsx";
import { AutocompleteField } from "./AutocompleteField.tsx";
import type { AutocompleteProps } from "./use-autocomplete.ts";

/**
 * A field that completes names: asks 500 ms after the last key, needs 3 letters (spec §5), works by keyboard, and becomes
 * a dialog of its own below 480 px (spec §9).
 */
export function Autocomplete(props: AutocompleteProps) {
  return useNarrowerThan(BREAKPOINTS.autocompleteDialog) ? (
    <AutocompleteDialog {...props} />
  ) : (
    <AutocompleteField {...props} />
  );
}
