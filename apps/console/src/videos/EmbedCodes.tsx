import { Panel } from "@kinora/ui/Panel.tsx";
import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { copyText } from "../platform/clipboard.ts";
import styles from "./VideoDetail.module.css";
import embed from "./VideoEmbed.module.css";

interface EmbedCodesProps {
  /** What each is called, what it says, and its lines; empty ones are left out. */
  codes: readonly (readonly [name: string, code: string, rows: number])[];
  note: string | null;
}

/** Texts to paste elsewhere, each with a button that copies it. */
export function EmbedCodes({ codes, note }: EmbedCodesProps) {
  const { t } = useTranslation("video");
  return (
    <Panel title={t("embedCodes")}>
      <div className={styles["form"]}>
        {codes
          .filter(([, code]) => code !== "")
          .map(([name, code, rows]) => (
            <div key={name} className={embed["codeRow"]}>
              <textarea
                className={embed["code"]}
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
          ))}
        {note === null ? null : <p className={styles["note"]}>{note}</p>}
      </div>
    </Panel>
  );
}
