import { Combobox, Modal, useCombobox } from "@kinora/ui/floats.ts";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { AutocompleteChoices, ShortHint } from "./AutocompleteChoices.tsx";
import { EndOfField } from "./EndOfField.tsx";
import { NEW_OPTION, useAutocomplete, type AutocompleteOption, type AutocompleteProps } from "./use-autocomplete.ts";
import styles from "./Autocomplete.module.css";

/** The dialog in which a small screen completes a name (spec §9). */
export function AutocompleteSearch(props: AutocompleteProps & { opened: boolean; onClose: () => void }) {
  const { label, value, onChange, create, placeholder, maxLength, opened, onClose } = props;
  const { t } = useTranslation("layout");
  const [typed, setTyped] = useState("");
  const combobox = useCombobox({ opened });
  const found = useAutocomplete(props, typed, opened);
  const close = () => {
    onClose();
    setTyped("");
  };
  const choose = (option: AutocompleteOption | null) => {
    onChange(option);
    close();
  };
  const submit = (option: string) => {
    if (option !== NEW_OPTION) return choose(found.options.find(({ id }) => String(id) === option) ?? null);
    if (found.newName !== null) create?.run(found.newName);
    close();
  };
  return (
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
  );
}
