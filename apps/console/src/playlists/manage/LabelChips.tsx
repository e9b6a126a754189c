import { SMART_LABELS_MAX } from "@kinora/domain/playlists/smart-rules.ts";
import { Group } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";
import { Autocomplete } from "../../shell/fields/Autocomplete.tsx";
import type { Label } from "./rule-fields.ts";
import styles from "./Manage.module.css";

/** The categories or tags of a rule: completed while one types, removed one by one. */
export function LabelChips({
  label,
  placeholder,
  chosen,
  readOnly,
  queryKey,
  load,
  onChange,
}: {
  label: string;
  placeholder: string;
  chosen: readonly Label[];
  readOnly: boolean;
  queryKey: readonly unknown[];
  load: (search: string | null, signal: AbortSignal) => Promise<Label[]>;
  onChange: (labels: readonly Label[]) => void;
}) {
  const { t } = useTranslation("managePlaylist");
  const chips =
    chosen.length === 0 ? null : (
      <Group gap={4} align="stretch" mt="xs" renderRoot={(props) => <ul {...props} />} aria-label={label}>
        {chosen.map(({ id, name }) => (
          <li key={id} className={styles["chip"]} dir="auto">
            {name}
            {readOnly ? null : (
              <button
                type="button"
                aria-label={t("removeRule", { name })}
                onClick={() => onChange(chosen.filter((each) => each.id !== id))}
              >
                <IconX size={12} stroke={1.8} aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
      </Group>
    );
  return (
    <Autocomplete
      key={chosen.length}
      label={label}
      placeholder={placeholder}
      disabled={readOnly || chosen.length >= SMART_LABELS_MAX}
      value={null}
      queryKey={queryKey}
      load={load}
      below={chips}
      onChange={(option) => {
        if (option && !chosen.some(({ id }) => id === option.id)) onChange([...chosen, option]);
      }}
    />
  );
}
