import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import { Group, Stack } from "@mantine/core";
import { useTranslation } from "../platform/i18n.ts";
import type { loadTags } from "../platform/label-options.ts";
import { Autocomplete } from "../shell/fields/Autocomplete.tsx";
import type { Named } from "./ad-fields.ts";
import styles from "./Ads.module.css";

/** Categories or tags of a project that are chosen one by one. */
export function NamesRow({
  label,
  placeholder,
  queryKey,
  load,
  names,
  error,
  readOnly,
  onChange,
}: {
  label: string;
  placeholder: string;
  queryKey: [string, number];
  load: ReturnType<typeof loadTags>;
  names: readonly Named[];
  error: string | undefined;
  readOnly: boolean;
  onChange: (names: Named[]) => void;
}) {
  const { t } = useTranslation("ads");
  return (
    <SettingRow label={label} error={error}>
      <Stack gap="sm">
        {names.length > 0 ? (
          <Group gap={6} align="stretch" renderRoot={(props) => <ul {...props} />}>
            {names.map(({ id, name }) => (
              <Chip
                key={id}
                name={name}
                readOnly={readOnly}
                onRemove={() => onChange(names.filter((each) => each.id !== id))}
              />
            ))}
          </Group>
        ) : readOnly ? (
          <span className="note">{t("nothingExcluded")}</span>
        ) : null}
        {readOnly ? null : (
          <Autocomplete
            key={names.length}
            label={placeholder}
            placeholder={placeholder}
            queryKey={queryKey}
            load={load}
            value={null}
            onChange={(option) => {
              if (option && !names.some(({ id }) => id === option.id)) onChange([...names, option]);
            }}
          />
        )}
      </Stack>
    </SettingRow>
  );
}

function Chip({ name, readOnly, onRemove }: { name: string; readOnly: boolean; onRemove: () => void }) {
  const { t } = useTranslation("ads");
  return (
    <li>
      <button
        type="button"
        className={styles["chip"]}
        disabled={readOnly}
        aria-label={t("removeName", { name })}
        onClick={onRemove}
        dir="auto"
      >
        {name}
        {readOnly ? null : " ×"}
      </button>
    </li>
  );
}
