import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { personName, type Person } from "@kinora/ui/kit/people.ts";
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import type { MadeKey } from "./leaving-queries.ts";
import styles from "./KeysField.module.css";

export interface Heir extends Person {
  id: number;
}

interface KeysFieldProps {
  keys: readonly MadeKey[];
  /** Who can get them. */
  heirs: readonly Heir[];
  value: string | null;
  error: ReactNode;
  onChange: (value: string | null) => void;
}

/** The API keys that people may no longer have, and who gets them; without anybody they are disabled. Nothing without keys. */
export function KeysField({ keys, heirs, value, error, onChange }: KeysFieldProps) {
  const { t } = useTranslation("keysLeft");
  if (keys.length === 0) return null;
  return (
    <>
      <Text>{t("lost", { count: keys.length })}</Text>
      <ul aria-label={t("list")} className={styles["keys"]}>
        {keys.map(({ id, name, prefix }) => (
          <li key={id}>
            {name} ({prefix}…)
          </li>
        ))}
      </ul>
      <Select
        label={t("to")}
        description={t("toText")}
        clearable
        searchable
        placeholder={t("disabled")}
        data={heirs.map((person) => ({ value: String(person.id), label: personName(person) }))}
        value={value}
        error={error}
        onChange={onChange}
      />
    </>
  );
}
