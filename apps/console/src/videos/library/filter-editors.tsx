import { Button, Stack, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { loadCategories, loadTags } from "../../platform/label-options.ts";
import { Autocomplete } from "../../shell/fields/Autocomplete.tsx";
import { rememberLabels } from "../label-names.ts";

/** Chooses a category or a tag of the project, or none where that can be asked for. */
export function LabelFilter({
  noun,
  projectId,
  without = [],
  none,
  onChoose,
}: {
  noun: "category" | "tag";
  projectId: number;
  /** Ids that are not offered. */
  without?: readonly number[];
  /** What the button says that asks for videos without one. */
  none?: string;
  onChoose: (id: number | "none") => void;
}) {
  const { t } = useTranslation("library");
  return (
    <Stack gap="xs" p={6} w={220}>
      <Autocomplete
        label={t(noun)}
        value={null}
        without={without}
        queryKey={noun === "category" ? ["categories", projectId] : ["tags", projectId]}
        load={noun === "category" ? loadCategories(projectId) : loadTags(projectId)}
        onChange={(option) => {
          if (!option) return;
          rememberLabels(noun, [option]);
          onChoose(option.id);
        }}
      />
      {none === undefined ? null : (
        <Button variant="default" onClick={() => onChoose("none")}>
          {none}
        </Button>
      )}
    </Stack>
  );
}

/** A whole number above zero, set with Enter or its button. */
export function NumberFilter({
  label,
  unit,
  value,
  onChange,
}: {
  label: string;
  unit: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}) {
  const { t } = useTranslation("library");
  const [typed, setTyped] = useState(value === undefined ? "" : String(value));
  const number = Math.floor(Number(typed));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onChange(number > 0 ? number : undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" p={6} w={220}>
        <TextInput
          data-autofocus
          type="number"
          min={1}
          label={label}
          rightSection={<span className="muted">{unit}</span>}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" disabled={typed !== "" && !(number > 0)}>
          {t("apply")}
        </Button>
      </Stack>
    </form>
  );
}
