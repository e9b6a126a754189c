import { rungLabel, type ProjectLadder, type ProjectRung } from "@kinora/domain/transcoding/project-ladder.ts";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Switch, Text, TextInput, type TextProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { typedNumber } from "./typed-number.ts";
import styles from "./RungTable.module.css";

/** Width of a 16:9 picture, even as encoders need it. */
const widthOf = (height: number) => Math.round((height * 16) / 9 / 2) * 2;

/** Which rungs are made and what each may cost. */
export function RungTable({ form }: { form: Form<ProjectLadder> }) {
  const { t } = useTranslation("projects");
  const {
    readOnly,
    errorAt,
    values: { rungs },
  } = form;
  const change = (height: number, values: Partial<ProjectRung>) =>
    form.edit({ rungs: rungs.map((rung) => (rung.height === height ? { ...rung, ...values } : rung)) });
  return (
    <div className={styles["scroll"]}>
      <table className={styles["table"]}>
        <thead>
          <tr>
            <th>{t("rung")}</th>
            <th className={styles["optional"]}>{t("size")}</th>
            <th className={styles["optional"]}>{t("codec")}</th>
            <th>{t("crf")}</th>
            <th>{t("maxBitrate")}</th>
          </tr>
        </thead>
        <tbody>
          {rungs.map((rung, index) => {
            const label = rungLabel(rung.height);
            const wrong = errorAt(`rungs.${index}.crf`) ?? errorAt(`rungs.${index}.max_bitrate_kbps`);
            return (
              <tr key={rung.height} className={styles["row"]}>
                <td>
                  <Switch
                    label={label}
                    aria-label={t("rungOn", { label })}
                    checked={rung.enabled}
                    disabled={readOnly}
                    onChange={(event) => change(rung.height, { enabled: event.currentTarget.checked })}
                  />
                </td>
                <td className={`${styles["optional"]} muted tabular`}>
                  {widthOf(rung.height)} × {rung.height}
                </td>
                <td className={`${styles["optional"]} muted`}>H.264</td>
                <td>
                  <TextInput
                    className={styles["small"] ?? ""}
                    aria-label={t("crfOf", { label })}
                    inputMode="numeric"
                    readOnly={readOnly}
                    disabled={!rung.enabled}
                    value={rung.crf === 0 ? "" : String(rung.crf)}
                    error={errorAt(`rungs.${index}.crf`) !== undefined}
                    onChange={(event) => change(rung.height, { crf: typedNumber(event.currentTarget.value) })}
                  />
                </td>
                <td>
                  <TextInput
                    className={styles["small"] ?? ""}
                    aria-label={t("maxBitrateOf", { label })}
                    inputMode="numeric"
                    readOnly={readOnly}
                    disabled={!rung.enabled}
                    value={rung.maxBitrateKbps === 0 ? "" : String(rung.maxBitrateKbps)}
                    error={errorAt(`rungs.${index}.max_bitrate_kbps`) !== undefined}
                    onChange={(event) =>
                      change(rung.height, { maxBitrateKbps: typedNumber(event.currentTarget.value) })
                    }
                  />
                  {wrong === undefined ? null : <Wrong>{wrong}</Wrong>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {errorAt("rungs") ? <Wrong p="sm">{errorAt("rungs")}</Wrong> : null}
    </div>
  );
}

/** What is wrong with a number of the table, or with all of it. */
const Wrong = ({ children, ...place }: TextProps & { children: ReactNode }) => (
  <Text size="xs" c="var(--mantine-color-error)" role="alert" {...place}>
    {children}
  </Text>
);
