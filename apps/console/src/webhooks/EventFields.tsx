import { ALL_EVENTS, EVENT_GROUPS, WEBHOOK_EVENTS } from "@kinora/domain/webhooks/events.ts";
import { Checkbox, Input } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { webhooksTexts } from "./texts.ts";
import { withTypes } from "./webhook-fields.ts";
import styles from "./Webhooks.module.css";

type GroupText = Extract<keyof typeof webhooksTexts, `group_${string}`>;

/** Which events a webhook gets: all of them, or types by their group. */
export function EventFields({
  chosen,
  error,
  onChange,
}: {
  chosen: readonly string[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
}) {
  const { t } = useTranslation("webhooks");
  const id = useId();
  const isAll = chosen.includes(ALL_EVENTS);
  return (
    <Input.Wrapper label={t("events")} error={error} labelElement="div" labelProps={{ id }}>
      <div role="group" aria-labelledby={id} className={styles["events"]}>
        <Checkbox
          label={t("eventsEvery")}
          checked={isAll}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? [ALL_EVENTS] : [])}
        />
        {isAll
          ? null
          : EVENT_GROUPS.map(([noun, types]) => (
              <EventGroup
                key={noun}
                name={t(`group_${noun}` as GroupText)}
                types={types}
                chosen={chosen}
                onChange={onChange}
              />
            ))}
      </div>
    </Input.Wrapper>
  );
}

function EventGroup({
  name,
  types,
  chosen,
  onChange,
}: {
  name: string;
  types: (typeof EVENT_GROUPS)[number][1];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const { t } = useTranslation("webhooks");
  const held = types.filter((type) => chosen.includes(type));
  return (
    <fieldset className={styles["group"]}>
      <legend className={styles["legend"]}>{name}</legend>
      {types.length > 1 ? (
        <Checkbox
          label={t("eventsOfGroup", { group: name })}
          checked={held.length === types.length}
          indeterminate={held.length > 0 && held.length < types.length}
          onChange={({ currentTarget }) => onChange(withTypes(chosen, types, currentTarget.checked))}
        />
      ) : null}
      {types.map((type) => (
        <Checkbox
          key={type}
          label={<span className="mono">{type}</span>}
          description={WEBHOOK_EVENTS[type]}
          checked={chosen.includes(type)}
          onChange={({ currentTarget }) => onChange(withTypes(chosen, [type], currentTarget.checked))}
        />
      ))}
    </fieldset>
  );
}
