import { ALL_EVENTS, EVENT_GROUPS, isAccountEvent, WEBHOOK_EVENTS } from "@kinora/domain/webhooks/events.ts";
import { Checkbox, Input, Text } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "../platform/i18n.ts";
import type { webhooksTexts } from "./texts.ts";
import { withTypes } from "./webhook-fields.ts";
import styles from "./Webhooks.module.css";

type GroupText = Extract<keyof typeof webhooksTexts, `group_${string}`>;

const isOfAccount = (types: readonly string[]) => types.every(isAccountEvent);
const PROJECT_GROUPS = EVENT_GROUPS.filter(([, types]) => !isOfAccount(types));
const ACCOUNT_GROUPS = EVENT_GROUPS.filter(([, types]) => isOfAccount(types));

interface EventFieldsProps {
  chosen: readonly string[];
  /** Types that this person may not choose. */
  locked: readonly string[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
}

/** Which events a webhook gets: all of its project, or types by their group, and those of the account. */
export function EventFields({ chosen, locked, error, onChange }: EventFieldsProps) {
  const { t } = useTranslation("webhooks");
  const id = useId();
  const isAll = chosen.includes(ALL_EVENTS);
  const groups = [...(isAll ? [] : PROJECT_GROUPS), ...ACCOUNT_GROUPS];
  const every = (all: boolean) => [...(all ? [ALL_EVENTS] : []), ...chosen.filter(isAccountEvent)];
  return (
    <Input.Wrapper label={t("events")} error={error} labelElement="div" labelProps={{ id }}>
      <div role="group" aria-labelledby={id} className={styles["events"]}>
        <Checkbox
          label={t("eventsEvery")}
          checked={isAll}
          onChange={({ currentTarget }) => onChange(every(currentTarget.checked))}
        />
        {groups.map(([noun, types]) => (
          <EventGroup
            key={noun}
            name={t(`group_${noun}` as GroupText)}
            types={types}
            chosen={chosen}
            locked={locked}
            onChange={onChange}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}

interface EventGroupProps extends Omit<EventFieldsProps, "error"> {
  name: string;
  types: (typeof EVENT_GROUPS)[number][1];
}

function EventGroup({ name, types, chosen, locked, onChange }: EventGroupProps) {
  const { t } = useTranslation("webhooks");
  const held = types.filter((type) => chosen.includes(type));
  const open = types.filter((type) => !locked.includes(type));
  return (
    <fieldset className={styles["group"]}>
      <legend className={styles["legend"]}>{name}</legend>
      {isOfAccount(types) ? (
        <Text size="sm" className="muted">
          {t(open.length < types.length ? "ownersChoose" : "ofAccount")}
        </Text>
      ) : null}
      {types.length > 1 ? (
        <Checkbox
          label={t("eventsOfGroup", { group: name })}
          checked={held.length === types.length}
          indeterminate={held.length > 0 && held.length < types.length}
          disabled={open.length < types.length}
          onChange={({ currentTarget }) => onChange(withTypes(chosen, types, currentTarget.checked))}
        />
      ) : null}
      {types.map((type) => (
        <Checkbox
          key={type}
          label={<span className="mono">{type}</span>}
          description={WEBHOOK_EVENTS[type]}
          checked={chosen.includes(type)}
          disabled={locked.includes(type)}
          onChange={({ currentTarget }) => onChange(withTypes(chosen, [type], currentTarget.checked))}
        />
      ))}
    </fieldset>
  );
}
