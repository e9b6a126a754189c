import { Group } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";
import styles from "./TagsField.module.css";

/** Chosen names, each with a button that removes it; nothing without any. */
export function ChosenLabels({
  names,
  onRemove,
}: {
  names: readonly string[];
  /** None where nothing can be removed. */
  onRemove?: ((name: string) => void) | undefined;
}) {
  const { t } = useTranslation("layout");
  if (names.length === 0) return null;
  return (
    <Group gap={6} align="stretch" mt="xs" renderRoot={(props) => <ul {...props} />} aria-label={t("labelsChosen")}>
      {names.map((name) => (
        <li key={name} className={styles["chip"]} dir="auto">
          {name}
          {onRemove ? (
            <button
              type="button"
              className={styles["remove"]}
              aria-label={t("labelsRemoveTag", { name })}
              onClick={() => onRemove(name)}
            >
              <IconX size={12} stroke={1.8} aria-hidden="true" />
            </button>
          ) : null}
        </li>
      ))}
    </Group>
  );
}
