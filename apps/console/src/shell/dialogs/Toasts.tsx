import { ActionIcon, Button } from "@mantine/core";
import { IconAlertCircle, IconCircleCheck, IconX } from "@tabler/icons-react";
import { useEffect } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { useStore } from "../../platform/store.ts";
import { closeToast, TOAST_MS, toasts, UNDO_MS, type Toast } from "../../platform/toasts.ts";
import styles from "./Toasts.module.css";

/** Short news at the top of the page (spec §9). */
export function Toasts() {
  const shown = useStore(toasts, (value) => value.shown);
  return (
    <div className={styles["toasts"]} aria-live="polite">
      {shown.map((toast) => (
        <ToastCard key={toast.key} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation("layout");
  const { key, kind, message, undo } = toast;
  const shownMs = undo === null ? TOAST_MS[kind] : UNDO_MS;
  useEffect(() => {
    const timer = setTimeout(() => closeToast(key), shownMs);
    return () => clearTimeout(timer);
  }, [key, shownMs]);
  return (
    <div className={styles["toast"]} data-kind={kind} role={kind === "negative" ? "alert" : "status"}>
      {kind === "positive" ? (
        <IconCircleCheck size={18} stroke={1.8} aria-hidden="true" />
      ) : (
        <IconAlertCircle size={18} stroke={1.8} aria-hidden="true" />
      )}
      <span className={styles["message"]}>{message}</span>
      {undo === null ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            closeToast(key);
            undo();
          }}
        >
          {t("undo")}
        </Button>
      )}
      <ActionIcon size={22} aria-label={t("close")} onClick={() => closeToast(key)}>
        <IconX size={14} stroke={1.8} />
      </ActionIcon>
    </div>
  );
}
