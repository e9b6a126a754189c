import { FILE_MAX } from "@kinora/domain/as-code/limits.ts";
import { useTranslation } from "../platform/i18n.ts";
import { TextFileField } from "../shell/text-files/TextFileField.tsx";

interface FileFieldProps {
  onText: (text: string) => void;
  onProblem: (message: string) => void;
}

/** Chooses a project's file and reads its text. */
export function FileField({ onText, onProblem }: FileFieldProps) {
  const { t } = useTranslation("asCode");
  return (
    <TextFileField
      label={t("file")}
      description={t("fileHint")}
      accept=".yaml,.yml,.json,application/yaml,text/yaml"
      maximumBytes={FILE_MAX}
      onFile={(file) => file && onText(file.text)}
      onTooLarge={() => onProblem(t("fileTooLarge"))}
    />
  );
}
