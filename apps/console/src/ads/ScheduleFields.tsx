import { AD_BREAKS_MAX, AD_POSITIONS, defaultAdSource, type AdBreak } from "@kinora/domain/ads/ad-settings.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Button, Text } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { usualAt, type AdFields } from "./ad-fields.ts";
import { BreakRuler } from "./BreakRuler.tsx";
import { NumberField } from "./NumberField.tsx";
import { SourceFields } from "./SourceFields.tsx";
import { usePlaceText } from "./use-place-text.ts";

/** The breaks of a schedule: all on a ruler, one of them in fields. */
export function ScheduleFields({ form }: { form: Form<AdFields> }) {
  const { t } = useTranslation("ads");
  const { readOnly } = form;
  const { breaks } = form.values;
  const [chosen, setChosen] = useState<number | null>(0);
  const open = chosen !== null && chosen < breaks.length ? chosen : null;
  const add = (at: Pick<AdBreak, "position" | "at">) => {
    if (breaks.length >= AD_BREAKS_MAX) return;
    const tags = breaks.at(-1)?.tags ?? form.values.single.tags;
    form.edit({ breaks: [...breaks, { ...defaultAdSource, tags: [...tags], ...at }] });
    setChosen(breaks.length);
  };
  return (
    <>
      <SettingGroup
        title={t("schedule")}
        text={t("scheduleText")}
        action={
          readOnly ? null : (
            <Button
              variant="default"
              leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}
              disabled={breaks.length >= AD_BREAKS_MAX}
              onClick={() =>
                add({ position: breaks.length === 0 ? "pre" : "percent", at: breaks.length === 0 ? 0 : 50 })
              }
            >
              {t("addBreak")}
            </Button>
          )
        }
      >
        <BreakRuler breaks={breaks} open={open} readOnly={readOnly} onOpen={setChosen} onAdd={add} />
        {breaks.length === 0 ? (
          <Text className="note" py="sm">
            {form.error("breaks") ?? t("noBreaks")}
          </Text>
        ) : null}
      </SettingGroup>
      {open === null ? null : <BreakFields form={form} index={open} />}
    </>
  );
}

/** One break: where it stands, and what fills it. */
function BreakFields({ form, index }: { form: Form<AdFields>; index: number }) {
  const { t } = useTranslation("ads");
  const place = usePlaceText();
  const { readOnly } = form;
  const { breaks } = form.values;
  const shown = breaks[index];
  if (!shown) return null;
  const change = (next: AdBreak) => form.edit({ breaks: breaks.map((each, at) => (at === index ? next : each)) });
  return (
    <SettingGroup
      title={t("breakNumber", { number: index + 1, place: place(shown) })}
      action={
        readOnly ? null : (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => form.edit({ breaks: breaks.filter((_, at) => at !== index) })}
          >
            {t("removeBreak")}
          </Button>
        )
      }
    >
      <PlaceFields each={shown} readOnly={readOnly} error={form.errorAt(`breaks.${index}.at`)} onChange={change} />
      <SourceFields
        source={shown}
        path={`breaks.${index}`}
        errorAt={form.errorAt}
        readOnly={readOnly}
        onChange={change}
      />
    </SettingGroup>
  );
}

function PlaceFields({
  each,
  readOnly,
  error,
  onChange,
}: {
  each: AdBreak;
  readOnly: boolean;
  error: string | undefined;
  onChange: (next: AdBreak) => void;
}) {
  const { t } = useTranslation("ads");
  const { position } = each;
  return (
    <>
      <SettingRow label={t("position")} error={position === "pre" || position === "post" ? error : undefined}>
        <Select
          aria-label={t("position")}
          data={AD_POSITIONS.map((value) => ({ value, label: t(`position_${value}`) }))}
          allowDeselect={false}
          disabled={readOnly}
          value={position}
          onChange={(value) => {
            const next = AD_POSITIONS.find((known) => known === value);
            if (next) onChange({ ...each, position: next, at: usualAt(next) });
          }}
        />
      </SettingRow>
      {position === "pre" || position === "post" ? null : (
        <NumberField
          label={t(`at_${position}`)}
          unit={t(`unit_${position}`)}
          value={each.at}
          error={error}
          readOnly={readOnly}
          onChange={(value) => onChange({ ...each, at: value ?? 0 })}
        />
      )}
    </>
  );
}
