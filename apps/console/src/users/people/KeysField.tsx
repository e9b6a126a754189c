import { personName } from "@kinora/ui/kit/people.ts";
import { Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usersQuery, type MadeKey } from "../queries.ts";

interface KeysFieldProps {
  keys: readonly MadeKey[];
  projectId: number;
  /** Who made the keys. */
  makerId: number;
  value: string | null;
  error: ReactNode;
  onChange: (value: string | null) => void;
}

/** The API keys that somebody may no longer have, and who gets them; without anybody they are disabled. Nothing without keys. */
export function KeysField({ keys, projectId, makerId, value, error, onChange }: KeysFieldProps) {
  const { t } = useTranslation("users");
  const people = useQuery({
    ...usersQuery(projectId, { page: 1, per_page: 100, status: "active" }),
    enabled: keys.length > 0,
  });
  if (keys.length === 0) return null;
  return (
    <>
      <Text>{t("keysLost", { count: keys.length })}</Text>
      <ul aria-label={t("keysOf")}>
        {keys.map(({ id, name, prefix }) => (
          <li key={id}>
            {name} ({prefix}…)
          </li>
        ))}
      </ul>
      <Select
        label={t("keysTo")}
        description={t("keysToText")}
        clearable
        searchable
        placeholder={t("keysDisabled")}
        data={(people.data?.data ?? []).flatMap((person) =>
          person.id === makerId ? [] : [{ value: String(person.id), label: personName(person) }],
        )}
        value={value}
        error={error}
        onChange={onChange}
      />
    </>
  );
}
