import { CloseButton, Combobox, Loader } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { NEW_OPTION, type AutocompleteProps, type Found } from "./useAutocomplete.ts";
import styles from "./Autocomplete.module.css";

interface Props {
  found: Found;
  chosenId: number | null;
  create: AutocompleteProps["create"];
}

/** What can be chosen: the names found, the typed one as a new one, or why there is nothing. */
export function AutocompleteChoices({ found, chosenId, create }: Props) {
  const { t } = useTranslation("layout");
  const { options, newName, short, failed, waiting } = found;
  return (
    <>
      {options.map(({ id, name }) => (
        <Combobox.Option key={id} value={String(id)} active={id === chosenId}>
          {name}
        </Combobox.Option>
      ))}
      {create && newName !== null ? (
        <Combobox.Option value={NEW_OPTION}>{create.label(newName)}</Combobox.Option>
      ) : null}
      {options.length === 0 && newName === null && !short ? (
        <Combobox.Empty>{failed ? t("pageFailed") : waiting ? t("loading") : t("nothingFound")}</Combobox.Empty>
      ) : null}
    </>
  );
}

/** Says that more letters are needed (spec §5). */
export function ShortHint({ found }: { found: Found }) {
  const { t } = useTranslation("layout");
  return found.short ? (
    <p className={styles["note"]} role="status">
      {t("minimumSearch")}
    </p>
  ) : null;
}

/** The end of the field: that it waits, or a way to empty it. */
export function EndOfField({ waiting, onClear }: { waiting: boolean; onClear?: () => void }) {
  const { t } = useTranslation("layout");
  if (waiting) return <Loader size={14} aria-label={t("loading")} />;
  if (!onClear) return null;
  return (
    <CloseButton size="xs" aria-label={t("clear")} onMouseDown={(event) => event.preventDefault()} onClick={onClear} />
  );
}
