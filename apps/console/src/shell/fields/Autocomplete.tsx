import { reaching, useReached } from "@kinora/ui/kit/use-reached.ts";
import { laterCode } from "@kinora/ui/later.ts";
import { TextInput } from "@mantine/core";
import { BREAKPOINTS, useNarrowerThan } from "../../platform/use-media-query.ts";
import { AutocompleteDialog } from "./AutocompleteDialog.tsx";
import { EndOfField } from "./EndOfField.tsx";
import type { AutocompleteProps } from "./use-autocomplete.ts";

const field = laterCode(async () => (await import("./AutocompleteField.tsx")).AutocompleteField);

/**
 * A field that completes names: asks 500 ms after the last key, needs 3 letters (spec §5), works by keyboard, and becomes
 * a dialog of its own below 480 px (spec §9).
 */
export function Autocomplete(props: AutocompleteProps) {
  return useNarrowerThan(BREAKPOINTS.autocompleteDialog) ? <AutocompleteDialog {...props} /> : <Wide {...props} />;
}

function Wide(props: AutocompleteProps) {
  const { code: AutocompleteField, id, reach } = useReached(field);
  if (AutocompleteField) return <AutocompleteField {...props} id={id} />;
  const { label, value, placeholder, description, error, disabled = false, below, onChange } = props;
  return (
    <TextInput
      id={id}
      label={label}
      placeholder={placeholder}
      description={description}
      error={error}
      inputContainer={(input) => (below ? <div>{[input, below]}</div> : input)}
      disabled={disabled}
      value={value?.name ?? ""}
      rightSection={<EndOfField waiting={false} {...(value && !disabled ? { onClear: () => onChange(null) } : {})} />}
      rightSectionPointerEvents="auto"
      {...reaching(reach)}
    />
  );
}
