import type { ProjectLadder, SavedPreset } from "@kinora/domain/transcoding/project-ladder.ts";
import {
  makesSame,
  PRESET_NAME_MAX,
  presetNamed,
  presetNameProblem,
  SAVED_PRESETS_MAX,
  withSavedPreset,
} from "@kinora/domain/transcoding/saved-presets.ts";
import { ActionMenu } from "@kinora/ui/kit/ActionMenu.tsx";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Box, Button, Group, Text, TextInput } from "@mantine/core";
import { IconCheck, IconChevronDown, IconPencil, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import styles from "./SavedPresets.module.css";

const icon = { size: 16, stroke: 1.6 };

/** The ladders that the project keeps under names: to use, change, rename and delete, all saved with the form. */
export function SavedPresets({ form }: { form: Form<ProjectLadder> }) {
  const { t } = useTranslation("projects");
  const { presets } = form.values;
  /** The name that is typed: of a new preset, or of the one at an index. */
  const [naming, setNaming] = useState<{ at: number | null } | null>(null);
  if (form.readOnly && presets.length === 0) return null;
  const isFull = presets.length >= SAVED_PRESETS_MAX;
  const keep = (name: string) => {
    const at = naming?.at ?? null;
    const added = presetNamed(name, form.values);
    form.edit({
      presets:
        at === null ? [...presets, added] : presets.map((each, place) => (place === at ? { ...each, name } : each)),
    });
    setNaming(null);
  };
  return (
    <div className={styles["presets"]} role="group" aria-label={t("savedPresets")}>
      <Group gap="4px 12px" align="stretch" renderRoot={(props) => <p {...props} />}>
        <span>{t("savedPresets")}</span>
        <span className="muted">{isFull ? t("presetsFull", { count: SAVED_PRESETS_MAX }) : t("savedPresetsHint")}</span>
      </Group>
      <Group align="flex-start" gap={8}>
        {presets.map((preset, at) => (
          <PresetButton key={preset.name} form={form} at={at} preset={preset} onRename={() => setNaming({ at })} />
        ))}
        {form.readOnly || isFull || naming ? null : (
          <Button variant="default" onClick={() => setNaming({ at: null })}>
            {t("savePreset")}
          </Button>
        )}
      </Group>
      {naming ? (
        <NameField
          name={naming.at === null ? "" : (presets[naming.at]?.name ?? "")}
          others={presets.filter((_, at) => at !== naming.at)}
          onKeep={keep}
          onCancel={() => setNaming(null)}
        />
      ) : null}
      {form.error("presets") ? (
        <Text c="var(--mantine-color-error)" role="alert">
          {form.error("presets")}
        </Text>
      ) : null}
    </div>
  );
}

interface PresetProps {
  form: Form<ProjectLadder>;
  at: number;
  preset: SavedPreset;
  onRename: () => void;
}

/** One preset: pressed while the ladder makes what it makes. */
function PresetButton({ form, at, preset, onRename }: PresetProps) {
  const { t } = useTranslation("projects");
  const { values, edit } = form;
  const isUsed = makesSame(values, preset);
  const replace = (by: SavedPreset[]) => edit({ presets: values.presets.toSpliced(at, 1, ...by) });
  const use = {
    label: t("usePreset"),
    icon: <IconCheck {...icon} />,
    onChoose: () => edit(withSavedPreset(values, preset)),
  };
  const changes = [
    {
      label: t("updatePreset"),
      icon: <IconRefresh {...icon} />,
      onChoose: () => replace([presetNamed(preset.name, values)]),
    },
    { label: t("renamePreset"), icon: <IconPencil {...icon} />, onChoose: onRename },
    { label: t("deletePreset"), icon: <IconTrash {...icon} />, danger: true, onChoose: () => replace([]) },
  ];
  if (form.readOnly)
    return (
      <Box component="bdi" py={4}>
        {preset.name}
      </Box>
    );
  return (
    <ActionMenu actions={isUsed ? changes.slice(1) : [use, ...changes]}>
      <Button
        variant={isUsed ? "light" : "default"}
        aria-label={t("presetActions", { name: preset.name })}
        rightSection={<IconChevronDown {...icon} />}
      >
        <span dir="auto">{preset.name}</span>
      </Button>
    </ActionMenu>
  );
}

interface NameProps {
  name: string;
  others: readonly SavedPreset[];
  onKeep: (name: string) => void;
  onCancel: () => void;
}

/** It stands within the form, which Enter would save: here Enter keeps the name. */
function NameField({ name, others, onKeep, onCancel }: NameProps) {
  const { t } = useTranslation("projects");
  const [typed, setTyped] = useState(name);
  const [error, setError] = useState<string | null>(null);
  const submit = () => {
    const problem = presetNameProblem(typed, others);
    setError(problem);
    if (problem === null) onKeep(typed.trim());
  };
  return (
    <Group align="flex-start" gap={8}>
      <TextInput
        aria-label={t("presetName")}
        placeholder={t("presetName")}
        data-autofocus
        autoFocus
        dir="auto"
        maxLength={PRESET_NAME_MAX}
        value={typed}
        error={error}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onCancel();
          if (event.key !== "Enter") return;
          event.preventDefault();
          submit();
        }}
      />
      <Button onClick={submit}>{t("keepPreset")}</Button>
      <Button variant="default" onClick={onCancel}>
        {t("cancel")}
      </Button>
    </Group>
  );
}
