import { Combobox, Modal, TextInput, useCombobox } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AutocompleteChoices, ShortHint } from "./AutocompleteChoices.tsx";
import { EndOfField } from "./EndOfField.tsx";
import { NEW_OPTION, useAutocomplete, type AutocompleteOption, type AutocompleteProps } from "./use-autocomplete.ts";
import styles from "./Autocomplete.module.css";

/** A field that completes names on a small screen: it opens a dialog of its own (spec §9). */
export function AutocompleteDialog(props: AutocompleteProps) {
  const { label, value, onChange, create, placeholder, description, error, disabled = false, maxLength, below } = props;
  const { t } = useTranslation("layout");
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState("");
  const combobox = useCombobox({ opened });
  const found = useAutocomplete(props, typed, opened);
  const close = () => {
    setOpened(false);
    setTyped("");
  };
  const choose = (option: AutocompleteOption | null) => {
    onChange(option);
    close();
  };
  const submit = (value: string) => {
    if (value !== NEW_OPTION) return choose(found.options.find(({ id }) => String(id) === value) ?? null);
    if (found.newName !== null) create?.run(found.newName);
    close();
  };
  return (
    <>
      <TextInput
        label={label}
        placeholder={placeholder}
        description={description}
        error={error}
        inputContainer={(input) => (below ? <div>{[input, below]}</div> : input)}
        disabled={disabled}
        readOnly
        aria-haspopup="dialog"
        value={value?.name ?? ""}
        rightSection={value && !disabled ? <EndOfField waiting={false} onClear={() => onChange(null)} /> : null}
        onClick={() => setOpened(true)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          setOpened(true);
        }}
      />
      <Modal opened={opened} onClose={close} title={label} fullScreen closeButtonProps={{ "aria-label": t("close") }}>
        <Combobox store={combobox} onOptionSubmit={submit}>
          <Combobox.EventsTarget targetType="input" withExpandedAttribute>
            <TextInput
              role="combobox"
              aria-expanded
              aria-controls={combobox.listId ?? ""}
              aria-label={label}
              placeholder={placeholder}
              autoComplete="off"
              maxLength={maxLength}
              data-autofocus
              value={typed}
              rightSection={<EndOfField waiting={found.waiting} />}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                combobox.resetSelectedOption();
              }}
            />
          </Combobox.EventsTarget>
          <Combobox.Options className={styles["dialogOptions"]} aria-label={label}>
            <AutocompleteChoices found={found} chosenId={value?.id ?? null} create={create} />
          </Combobox.Options>
          <ShortHint found={found} />
        </Combobox>
      </Modal>
    </>
  );
}
