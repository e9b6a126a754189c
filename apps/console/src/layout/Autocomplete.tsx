import { TextInput } from "@mantine/core";
import { BREAKPOINTS, useNarrowerThan } from "../platform/useMediaQuery.ts";
import { EndOfField } from "./EndOfField.tsx";
import { createLaterField } from "./laterField.ts";
import type { AutocompleteProps } from "./useAutocomplete.ts";

const useParts = createLaterField(async () => {
  const [{ AutocompleteField }, { AutocompleteDialog }] = await Promise.all([
    import("./AutocompleteField.tsx"),
    import("./AutocompleteDialog.tsx"),
  ]);
  return { AutocompleteField, AutocompleteDialog };
});

/**
 * A field that completes names: asks 500 ms after the last key, needs 3 letters (spec §5), works by keyboard, and becomes
 * a dialog of its own below 480 px (spec §9). Its list comes when somebody reaches for it.
 */
export function Autocomplete(props: AutocompleteProps) {
  const narrow = useNarrowerThan(BREAKPOINTS.autocompleteDialog);
  const { part, id, standIn, typed, onChange } = useParts(!narrow, false);
  if (part)
    return narrow ? <part.AutocompleteDialog id={id} {...props} /> : <part.AutocompleteField id={id} {...props} />;
  const { label, value, placeholder, description, error, disabled = false, maxLength } = props;
  return (
    <TextInput
      {...standIn}
      {...(narrow ? { role: undefined, "aria-expanded": undefined, "aria-haspopup": "dialog" } : {})}
      label={label}
      placeholder={placeholder}
      description={description}
      error={error}
      disabled={disabled}
      readOnly={narrow}
      maxLength={maxLength}
      value={typed ?? value?.name ?? ""}
      rightSection={value && !disabled ? <EndOfField waiting={false} onClear={() => props.onChange(null)} /> : null}
      rightSectionPointerEvents="auto"
      onChange={onChange}
    />
  );
}
