import { FILE_MAX } from "@kinora/domain/as-code/limits.ts";
import { Input } from "@mantine/core";
import { Suspense, useId } from "react";
import { useTranslation } from "react-i18next";
import { EncodingLater } from "../text-files/EncodingLater.tsx";
import { useTextFile } from "../text-files/use-text-file.ts";
import styles from "./AsCode.module.css";

/** Chooses a file and reads its text; asks for the encoding where that is not certain. */
export function FileField({
  onText,
  onProblem,
}: {
  onText: (text: string) => void;
  onProblem: (message: string) => void;
}) {
  const { t } = useTranslation("asCode");
  const id = useId();
  const chosen = useTextFile(({ text }) => onText(text));
  const read = async (file: File | undefined) => {
    chosen.forget();
    if (!file) return;
    if (file.size > FILE_MAX) onProblem(t("fileTooLarge"));
    else await chosen.read(file);
  };
  return (
    <>
      <Input.Wrapper label={t("file")} description={t("fileHint")} id={id}>
        <input
          id={id}
          className={styles["file"]}
          type="file"
          accept=".yaml,.yml,.json,application/yaml,text/yaml"
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        />
      </Input.Wrapper>
      {chosen.file && !chosen.file.isCertain ? (
        <Suspense fallback={null}>
          <EncodingLater file={chosen.file} onChoose={chosen.decode} />
        </Suspense>
      ) : null}
    </>
  );
}
