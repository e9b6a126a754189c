import { CloseButton, Combobox, Loader, Modal, TextInput, useCombobox } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { BREAKPOINTS, useNarrowerThan } from "../platform/useMediaQuery.ts";
import { isTooShort, searchOf, useSettled } from "../platform/useSettled.ts";
import styles from "./Autocomplete.module.css";

/** One choice of a field that completes names (spec §3, Autocomplete option). */
export interface AutocompleteOption {
  id: number;
  name: string;
}

interface Props {
  label: string;
  value: AutocompleteOption | null;
  onChange: (option: AutocompleteOption | null) => void;
  /** Names the endpoint among the answers kept; changes with the project. */
  queryKey: readonly unknown[];
  /** Asks the endpoint: the text in lower case, or null for the first choices. */
  load: (search: string | null, signal: AbortSignal) => Promise<readonly AutocompleteOption[]>;
  /** Choices that make no sense here, such as the thing itself. */
  without?: readonly number[];
  placeholder?: string;
  description?: string;
  error?: string | undefined;
  disabled?: boolean;
}

/**
 * A field that completes names: asks 500 ms after the last key, needs 3 letters (spec §5), works by keyboard, and becomes
 * a dialog of its own below 480 px (spec §9).
 */
export function Autocomplete(props: Props) {
  const narrow = useNarrowerThan(BREAKPOINTS.autocompleteDialog);
  return narrow ? <AutocompleteDialog {...props} /> : <AutocompleteField {...props} />;
}

function useOptions({ queryKey, load, without = [] }: Props, typed: string, opened: boolean) {
  const short = isTooShort(typed);
  const search = useSettled(searchOf(typed));
  const answer = useQuery({
    queryKey: ["autocomplete", ...queryKey, search],
    queryFn: ({ signal }) => load(search, signal),
    enabled: opened && !isTooShort(search ?? ""),
    placeholderData: keepPreviousData,
  });
  const waiting = answer.isFetching || (!short && search !== searchOf(typed));
  const options = (answer.data ?? []).filter(({ id }) => !without.includes(id));
  return { short, waiting, failed: answer.isError, options };
}

function AutocompleteField(props: Props) {
  const { label, value, onChange, placeholder, description, error, disabled = false } = props;
  const { t } = useTranslation("layout");
  const [typed, setTyped] = useState<string | null>(null);
  const combobox = useCombobox({
    onDropdownClose() {
      combobox.resetSelectedOption();
      setTyped(null);
    },
  });
  const found = useOptions(props, typed ?? "", combobox.dropdownOpened);
  const choose = (option: AutocompleteOption | null) => {
    onChange(option);
    setTyped(null);
    combobox.closeDropdown();
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => choose(found.options.find((option) => String(option.id) === id) ?? null)}
    >
      <Combobox.Target targetType="input" withExpandedAttribute>
        <TextInput
          role="combobox"
          aria-expanded={combobox.dropdownOpened}
          aria-controls={combobox.listId ?? ""}
          label={label}
          placeholder={placeholder}
          description={description}
          error={error}
          disabled={disabled}
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
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options className={styles["options"]} aria-label={label}>
          <Choices found={found} chosenId={value?.id ?? null} />
        </Combobox.Options>
        {found.short ? (
          <p className={styles["note"]} role="status">
            {t("minimumSearch")}
          </p>
        ) : null}
      </Combobox.Dropdown>
    </Combobox>
  );
}

function AutocompleteDialog(props: Props) {
  const { label, value, onChange, placeholder, description, error, disabled = false } = props;
  const { t } = useTranslation("layout");
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState("");
  const combobox = useCombobox({ opened });
  const found = useOptions(props, typed, opened);
  const close = () => {
    setOpened(false);
    setTyped("");
  };
  const choose = (option: AutocompleteOption | null) => {
    onChange(option);
    close();
  };
  return (
    <>
      <TextInput
        label={label}
        placeholder={placeholder}
        description={description}
        error={error}
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
        <Combobox
          store={combobox}
          onOptionSubmit={(id) => choose(found.options.find((option) => String(option.id) === id) ?? null)}
        >
          <Combobox.EventsTarget targetType="input" withExpandedAttribute>
            <TextInput
              role="combobox"
              aria-expanded
              aria-controls={combobox.listId ?? ""}
              aria-label={label}
              placeholder={placeholder}
              autoComplete="off"
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
            <Choices found={found} chosenId={value?.id ?? null} />
          </Combobox.Options>
          {found.short ? (
            <p className={styles["note"]} role="status">
              {t("minimumSearch")}
            </p>
          ) : null}
        </Combobox>
      </Modal>
    </>
  );
}

function Choices({ found, chosenId }: { found: ReturnType<typeof useOptions>; chosenId: number | null }): ReactNode {
  const { t } = useTranslation("layout");
  if (found.short) return null;
  if (found.options.length === 0) {
    return (
      <Combobox.Empty>
        {found.failed ? t("pageFailed") : found.waiting ? t("loading") : t("nothingFound")}
      </Combobox.Empty>
    );
  }
  return found.options.map(({ id, name }) => (
    <Combobox.Option key={id} value={String(id)} active={id === chosenId}>
      {name}
    </Combobox.Option>
  ));
}

function EndOfField({ waiting, onClear }: { waiting: boolean; onClear?: () => void }) {
  const { t } = useTranslation("layout");
  if (waiting) return <Loader size={14} aria-label={t("loading")} />;
  if (!onClear) return null;
  return (
    <CloseButton size="xs" aria-label={t("clear")} onMouseDown={(event) => event.preventDefault()} onClick={onClear} />
  );
}
