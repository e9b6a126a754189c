import { Button } from "@mantine/core";
import { IconAlertCircle, IconRefresh } from "@tabler/icons-react";
import styles from "./states.module.css";

/** Something failed: the server's words and a way to try again. */
export function ErrorState({
  message,
  retryLabel,
  onRetry,
}: {
  message: string;
  retryLabel: string;
  onRetry: () => void;
}) {
  return (
    <div className={styles["state"]} role="alert">
      <span className={styles["icon"]} data-tone="failed" aria-hidden="true">
        <IconAlertCircle size={22} stroke={1.6} />
      </span>
      <p className={styles["title"]}>{message}</p>
      <div className={styles["action"]}>
        <Button variant="default" leftSection={<IconRefresh size={16} stroke={1.6} />} onClick={onRetry}>
          {retryLabel}
        </Button>
      </div>
    </div>
  );
}
