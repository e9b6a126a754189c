import { FILE_MAX } from "@kinora/domain/as-code/limits.ts";
import { Input } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import styles from "./AsCode.module.css";

/** Chooses a file and reads its text. */
export function FileField({
  onText,
  onProblem,
}: {
  onText: (text: string) => void;
  onProblem: (message: string) => void;
}) {
  const { t } = useTranslation("asCode");
  const id = useId();
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > FILE_MAX) onProblem(t("fileTooLarge"));
    else onText(await file.text());
  };
  return (
    <Input.Wrapper label={t("file")} description={t("fileHint")} id={id}>
      <input
        id={id}
        className={styles["file"]}
        type="file"
        accept=".yaml,.yml,.json,application/yaml,text/yaml"
        onChange={(event) => void read(event.currentTarget.files?.[0])}
      />
    </Input.Wrapper>
  );
}
