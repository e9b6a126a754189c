import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { copyText } from "../platform/clipboard.ts";
import styles from "./CopyCodes.module.css";

interface CopyCodesProps {
  /** What each is called, what it says, and its lines; empty ones are left out. */
  codes: readonly (readonly [name: string, code: string, rows: number])[];
}

/** Texts to paste elsewhere, each with a button that copies it. */
export function CopyCodes({ codes }: CopyCodesProps) {
  const { t } = useTranslation("layout");
  return codes
    .filter(([, code]) => code !== "")
    .map(([name, code, rows]) => (
      <div key={name} className={styles["row"]}>
        <textarea
          className={styles["code"]}
          readOnly
          rows={rows}
          aria-label={name}
          value={code}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="default"
          leftSection={<IconCopy size={16} stroke={1.6} />}
          aria-label={t("copyOf", { what: name })}
          onClick={() => void copyText(name, code)}
        >
          {name}
        </Button>
      </div>
    ));
}
