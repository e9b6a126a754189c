import type { ProjectLadder } from "@kinora/domain/projectLadder.ts";
import { Switch, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { typedNumber } from "./typedNumber.ts";
import styles from "./Settings.module.css";

interface Props {
  ladder: ProjectLadder;
  problem: { field: string; message: string } | null;
  readOnly: boolean;
  onEdit: (change: Partial<ProjectLadder>) => void;
}

/** Whether uploads every player can decode are copied, and up to which bitrate. */
export function RemuxOption({ ladder, problem, readOnly, onEdit }: Props) {
  const { t } = useTranslation("projects");
  const { remux, remuxMaxKbps } = ladder;
  const wrong = problem?.field === "remux_max_kbps" ? problem.message : undefined;
  return (
    <>
      <Switch
        label={t("remux")}
        description={t("remuxHint")}
        checked={remux}
        disabled={readOnly}
        onChange={(event) => onEdit({ remux: event.currentTarget.checked })}
      />
      {remux ? (
        <TextInput
          className={styles["under"] ?? ""}
          label={t("remuxMax")}
          description={t("remuxMaxHint")}
          inputMode="numeric"
          readOnly={readOnly}
          value={remuxMaxKbps === 0 ? "" : String(remuxMaxKbps)}
          error={wrong}
          onChange={(event) => onEdit({ remuxMaxKbps: typedNumber(event.currentTarget.value) })}
        />
      ) : null}
    </>
  );
}
