import { CODEC_NAMES, PICTURE_CODECS } from "@kinora/domain/transcoding/picture-codecs.ts";
import { rungLabel, type ProjectLadder, type ProjectRung } from "@kinora/domain/transcoding/project-ladder.ts";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Switch, Text, TextInput, type TextProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { typedNumber } from "./typed-number.ts";
import styles from "./RungTable.module.css";

/** Width of a 16:9 picture, even as encoders need it. */
const widthOf = (height: number) => Math.round((height * 16) / 9 / 2) * 2;

/** Which rungs are made and what each may cost. */
export function RungTable({ form }: { form: Form<ProjectLadder> }) {
  const { t } = useTranslation("projects");
  const { errorAt, values } = form;
  return (
    <div className={styles["scroll"]}>
      <table className={styles["table"]}>
        <thead>
          <tr>
            <th>{t("rung")}</th>
            <th className={`${styles["optional"]} ${styles["wide"]}`}>{t("size")}</th>
            <th className={styles["optional"]}>{t("codec")}</th>
            <th className={`${styles["optional"]} ${styles["rate"]}`}>{t("frameRate")}</th>
            <th className={`${styles["optional"]} ${styles["audio"]}`}>{t("audio")}</th>
            <th>{t("crf")}</th>
            <th>{t("maxBitrate")}</th>
          </tr>
        </thead>
        <tbody>
          {values.rungs.map((rung, index) => (
            <RungRow key={rung.height} form={form} rung={rung} index={index} />
          ))}
        </tbody>
      </table>
      {errorAt("rungs") ? <Wrong p="sm">{errorAt("rungs")}</Wrong> : null}
    </div>
  );
}

/** One rung: whether it is made, its quality and its highest bitrate. */
function RungRow({ form, rung, index }: { form: Form<ProjectLadder>; rung: ProjectRung; index: number }) {
  const { t } = useTranslation("projects");
  const { readOnly, errorAt, values } = form;
  const change = (changed: Partial<ProjectRung>) =>
    form.edit({ rungs: values.rungs.map((one) => (one.height === rung.height ? { ...one, ...changed } : one)) });
  const label = rungLabel(rung.height);
  const number = { className: styles["small"] ?? "", inputMode: "numeric", readOnly, disabled: !rung.enabled } as const;
  const [crfError, bitrateError] = [errorAt(`rungs.${index}.crf`), errorAt(`rungs.${index}.max_bitrate_kbps`)];
  const wrong = crfError ?? bitrateError;
  return (
    <tr className={styles["row"]}>
      <td>
        <Switch
          label={label}
          aria-label={t("rungOn", { label })}
          checked={rung.enabled}
          disabled={readOnly}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
      </td>
      <td className={`${styles["optional"]} ${styles["wide"]} muted`}>
        {widthOf(rung.height)} × {rung.height}
      </td>
      <td className={`${styles["optional"]} muted`}>
        {PICTURE_CODECS.filter((codec) => codec === "h264" || rung.codecs?.includes(codec))
          .map((codec) => CODEC_NAMES[codec])
          .join(", ")}
      </td>
      <td className={`${styles["optional"]} ${styles["rate"]} muted`}>{t("upToFps", { count: values.maxFps })}</td>
      <td className={`${styles["optional"]} ${styles["audio"]} muted`}>{t("aac", { count: values.audioKbps })}</td>
      <td>
        <TextInput
          {...number}
          aria-label={t("crfOf", { label })}
          value={rung.crf === 0 ? "" : String(rung.crf)}
          error={crfError !== undefined}
          onChange={(event) => change({ crf: typedNumber(event.currentTarget.value) })}
        />
      </td>
      <td>
        <TextInput
          {...number}
          aria-label={t("maxBitrateOf", { label })}
          value={rung.maxBitrateKbps === 0 ? "" : String(rung.maxBitrateKbps)}
          error={bitrateError !== undefined}
          onChange={(event) => change({ maxBitrateKbps: typedNumber(event.currentTarget.value) })}
        />
        {wrong === undefined ? null : <Wrong>{wrong}</Wrong>}
      </td>
    </tr>
  );
}

/** What is wrong with a number of the table, or with all of it. */
const Wrong = ({ children, ...place }: TextProps & { children: ReactNode }) => (
  <Text size="xs" c="var(--mantine-color-error)" role="alert" {...place}>
    {children}
  </Text>
);
