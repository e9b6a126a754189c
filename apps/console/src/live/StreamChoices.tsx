import {
  DVR_MINUTES,
  RECONNECT_SECONDS,
  SECOND_PUBLISHERS,
  STREAM_LADDERS,
  STREAM_LATENCIES,
  STREAM_TYPES,
} from "@kinora/domain/streams.ts";
import { Checkbox, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { SelectLater } from "../layout/SelectLater.tsx";
import type { StreamErrors, StreamFields } from "./streamFields.ts";
import styles from "./StreamForm.module.css";

/** How a livestream is received, encoded, kept and recorded. */
export function StreamChoices({
  fields,
  errors,
  readOnly,
  onEdit,
}: {
  fields: StreamFields;
  errors: StreamErrors;
  readOnly: boolean;
  onEdit: (change: Partial<StreamFields>) => void;
}) {
  const { t } = useTranslation("live");
  const choice = <Value extends string>(
    name: "type" | "ladder" | "latency" | "second_publisher",
    values: readonly Value[],
    labelOf: (value: Value) => string,
  ) => ({
    allowDeselect: false,
    disabled: readOnly,
    value: fields[name],
    error: errors[name],
    data: values.map((value) => ({ value, label: labelOf(value) })),
    onChange: (chosen: string | null) => {
      const value = values.find((known) => known === chosen);
      if (value !== undefined) onEdit({ [name]: value });
    },
  });
  const number = (name: "dvr_minutes" | "reconnect_seconds") => ({
    name,
    readOnly,
    inputMode: "numeric" as const,
    value: fields[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => onEdit({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      <div className={styles["two"]}>
        <SelectLater
          label={t("fieldType")}
          description={t(`typeHint_${fields.type}`)}
          {...choice("type", STREAM_TYPES, (value) => t(`type_${value}`))}
        />
        <SelectLater
          label={t("fieldLatency")}
          description={t("latencyHint")}
          {...choice("latency", STREAM_LATENCIES, (value) => t(`latency_${value}`))}
        />
        <SelectLater label={t("fieldLadder")} {...choice("ladder", STREAM_LADDERS, (value) => t(`ladder_${value}`))} />
        <SelectLater
          label={t("fieldSecond")}
          {...choice("second_publisher", SECOND_PUBLISHERS, (value) => t(`second_${value}`))}
        />
        <TextInput
          label={t("fieldDvr")}
          description={t("dvrHint", { max: DVR_MINUTES.max })}
          {...number("dvr_minutes")}
        />
        <TextInput
          label={t("fieldReconnect")}
          description={t("reconnectHint", { max: RECONNECT_SECONDS.max })}
          {...number("reconnect_seconds")}
        />
      </div>
      <Checkbox
        label={t("fieldRecord")}
        description={t("recordHint")}
        disabled={readOnly}
        checked={fields.record}
        onChange={(event) => onEdit({ record: event.currentTarget.checked })}
      />
      {fields.record ? (
        <Checkbox
          label={t("fieldRecordPublish")}
          description={t("recordPublishHint")}
          disabled={readOnly}
          checked={fields.record_publish}
          onChange={(event) => onEdit({ record_publish: event.currentTarget.checked })}
        />
      ) : null}
    </>
  );
}
