import { Combobox } from "@kinora/ui/floats.ts";
import { Box } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import { NEW_OPTION, type AutocompleteProps, type Found } from "./use-autocomplete.ts";

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
        <Combobox.Option key={id} value={String(id)} active={id === chosenId} dir="auto">
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
    <Box component="p" className="note" py="xs" px={10} role="status">
      {t("minimumSearch")}
    </Box>
  ) : null;
}
