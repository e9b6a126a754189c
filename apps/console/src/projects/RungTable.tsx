import { rungLabel, type ProjectRung } from "@kinora/domain/projectLadder.ts";
import { Switch, Text, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { typedNumber } from "./typedNumber.ts";
import styles from "./SettingsTable.module.css";

interface Props {
  rungs: readonly ProjectRung[];
  problem: { field: string; message: string } | null;
  readOnly: boolean;
  onEdit: (rungs: ProjectRung[]) => void;
}

/** Width of a 16:9 picture, even as encoders need it. */
const widthOf = (height: number) => Math.round((height * 16) / 9 / 2) * 2;

/** Which rungs are made and what each may cost. */
export function RungTable({ rungs, problem, readOnly, onEdit }: Props) {
  const { t } = useTranslation("projects");
  const change = (height: number, values: Partial<ProjectRung>) =>
    onEdit(rungs.map((rung) => (rung.height === height ? { ...rung, ...values } : rung)));
  const said = (field: string) => (problem?.field === field ? problem.message : undefined);
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
            const wrong = said(`rungs.${index}.crf`) ?? said(`rungs.${index}.max_bitrate_kbps`);
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
                    error={said(`rungs.${index}.crf`) !== undefined}
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
                    error={said(`rungs.${index}.max_bitrate_kbps`) !== undefined}
                    onChange={(event) =>
                      change(rung.height, { maxBitrateKbps: typedNumber(event.currentTarget.value) })
                    }
                  />
                  {wrong === undefined ? null : (
                    <Text size="xs" c="var(--mantine-color-error)" role="alert">
                      {wrong}
                    </Text>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {problem?.field === "rungs" ? (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" p="sm">
          {problem.message}
        </Text>
      ) : null}
    </div>
  );
}
