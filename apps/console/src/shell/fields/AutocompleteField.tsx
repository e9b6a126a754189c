import { Combobox, useCombobox } from "@kinora/ui/floats.ts";
import { TextInput } from "@mantine/core";
import { useState, type KeyboardEvent } from "react";
import { AutocompleteChoices, ShortHint } from "./AutocompleteChoices.tsx";
import { EndOfField } from "./EndOfField.tsx";
import { NEW_OPTION, useAutocomplete, type AutocompleteOption, type AutocompleteProps } from "./use-autocomplete.ts";
import styles from "./Autocomplete.module.css";

/** What is typed, what was found for it, and the ways to choose or create an option. */
function useCompletion(props: AutocompleteProps) {
  const { onChange, create } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const combobox = useCombobox({
    onDropdownClose() {
      combobox.resetSelectedOption();
      setTyped(null);
    },
  });
  const found = useAutocomplete(props, typed ?? "", combobox.dropdownOpened);
  const choose = (option: AutocompleteOption | null) => {
    onChange(option);
    setTyped(null);
    combobox.closeDropdown();
  };
  const add = (name: string) => {
    create?.run(name);
    setTyped(null);
    combobox.closeDropdown();
  };
  const submit = (id: string) => {
    if (id !== NEW_OPTION) return choose(found.options.find((option) => String(option.id) === id) ?? null);
    if (found.newName !== null) add(found.newName);
  };
  // Enter takes what is marked, else what was typed if that is a choice or may become one.
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || typed === null || typed.trim() === "" || combobox.getSelectedOptionIndex() >= 0)
      return;
    event.preventDefault();
    const same = found.options.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase());
    if (same) choose(same);
    else if (found.newName !== null) add(found.newName);
    else if (create?.atOnce) add(typed.trim());
  };
  const type = (text: string) => {
    setTyped(text);
    combobox.openDropdown();
    combobox.resetSelectedOption();
  };
  return { combobox, found, typed, type, choose, submit, press };
}

/** A field that completes names, with the list of those it found. */
export function AutocompleteField({ id, ...props }: AutocompleteProps & { id: string }) {
  const { label, value, create, placeholder, description, error, disabled = false, maxLength, below } = props;
  const { combobox, found, typed, type, choose, submit, press } = useCompletion(props);
  return (
    <Combobox store={combobox} onOptionSubmit={submit}>
      <Combobox.Target targetType="input" withExpandedAttribute>
        <TextInput
          id={id}
          role="combobox"
          aria-expanded={combobox.dropdownOpened}
          aria-controls={combobox.listId ?? ""}
          label={label}
          placeholder={placeholder}
          description={description}
          error={error}
          inputContainer={(input) => (below ? <div>{[input, below]}</div> : input)}
          disabled={disabled}
          maxLength={maxLength}
          autoComplete="off"
          value={typed ?? value?.name ?? ""}
          rightSection={
            <EndOfField
              waiting={found.waiting && combobox.dropdownOpened}
              {...(value && !disabled ? { onClear: () => choose(null) } : {})}
            />
          }
          rightSectionPointerEvents="auto"
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={press}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options className={styles["options"]} aria-label={label}>
          <AutocompleteChoices found={found} chosenId={value?.id ?? null} create={create} />
        </Combobox.Options>
        <ShortHint found={found} />
      </Combobox.Dropdown>
    </Combobox>
  );
}
