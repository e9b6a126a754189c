import { CodeField } from "@kinora/ui/kit/forms/CodeField.tsx";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";

interface CopyCodesProps {
  /** What each is called, what it says, and its lines; empty ones are left out. */
  codes: readonly (readonly [name: string, code: string, lines: number])[];
}

/** Texts to paste elsewhere, which a button in each copies. */
export function CopyCodes({ codes }: CopyCodesProps) {
  const { t } = useTranslation("layout");
  return codes
    .filter(([, code]) => code !== "")
    .map(([name, code, lines]) => (
      <CodeField
        key={name}
        label={name}
        code={code}
        lines={lines}
        copyLabel={t("copyOf", { what: name })}
        onCopy={() => copyText(name, code)}
      />
    ));
}
