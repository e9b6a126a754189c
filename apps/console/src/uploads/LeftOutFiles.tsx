import { Button } from "@mantine/core";
import { useTranslation } from "../platform/i18n.ts";
import { useStore } from "../platform/store.ts";
import { leftOut } from "./left-out.ts";
import styles from "./Imports.module.css";

/** Names the files of the last choice that were not taken, and why, until it is dismissed or others are chosen. */
export function LeftOutFiles({ projectId }: { projectId: number }) {
  const { t } = useTranslation("uploads");
  const last = useStore(leftOut, (value) => value.last);
  if (last === null || last.projectId !== projectId) return null;
  return (
    <div role="status" className={styles["notice"]}>
      <div>
        <strong>{t("leftOut", { count: last.reasons.length, chosen: last.chosen })}</strong>
        <ul className={styles["reasons"]}>
          {[...new Set(last.reasons)].map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </div>
      <Button variant="subtle" size="compact-sm" onClick={() => leftOut.set({ last: null })}>
        {t("dismissLeftOut")}
      </Button>
    </div>
  );
}
