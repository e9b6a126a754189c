import { CONTINENTS } from "@kinora/domain/projects/continents.ts";
import { COUNTRIES } from "@kinora/domain/projects/countries.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import { Button, Group } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";

const NAMES = new Map(COUNTRIES.map(({ id, name }) => [id, name]));
const nameOf = (code: string) => NAMES.get(code) ?? code;

/** Chosen countries, added one by one or by continent. */
export function CountriesField({
  codes,
  error,
  readOnly,
  onChange,
}: {
  codes: readonly string[];
  error: string | undefined;
  readOnly: boolean;
  onChange: (codes: string[]) => void;
}) {
  const { t } = useTranslation("restrictions");
  const groups = CONTINENTS.map((continent) => ({
    group: continent.name,
    items: [
      { value: `all ${continent.name}`, label: t("allOf", { name: continent.name }) },
      ...continent.codes
        .map((code) => ({ value: code, label: nameOf(code) }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    ],
  }));
  const add = (chosen: string | null) => {
    if (chosen === null) return;
    const continent = CONTINENTS.find(({ name }) => `all ${name}` === chosen);
    onChange([...new Set([...codes, ...(continent?.codes ?? [chosen])])]);
  };
  return (
    <SettingRow label={t("countries")} error={error}>
      {readOnly ? null : (
        <Select
          aria-label={t("addCountry")}
          placeholder={t("addCountry")}
          searchable
          data={groups}
          value={null}
          onChange={add}
        />
      )}
      <Group gap={4} align="stretch" mt="xs" renderRoot={(props) => <ul {...props} />}>
        {codes.map((code) => (
          <li key={code}>
            <Button
              variant="default"
              size="compact-sm"
              disabled={readOnly}
              rightSection={readOnly ? null : <IconX size={12} stroke={1.6} aria-hidden="true" />}
              aria-label={t("removeCountry", { name: nameOf(code) })}
              onClick={() => onChange(codes.filter((other) => other !== code))}
            >
              {nameOf(code)}
            </Button>
          </li>
        ))}
      </Group>
    </SettingRow>
  );
}
