import { Box, Button } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./Settings.module.css";

/** Something that cannot be undone: what it is, what it takes with it, and the button that asks once more. */
export function DangerRow({
  title,
  text,
  action,
  busy = false,
  onAct,
}: {
  title: string;
  text: ReactNode;
  /** What the button says: the title, unless it needs more words. */
  action?: string;
  busy?: boolean;
  /** Left out where it is not allowed; the text says why then. */
  onAct?: (() => void) | undefined;
}) {
  return (
    <div className={styles["danger"]}>
      <div>
        <Box component="h3" fz="sm" fw={600} lh="20px" m={0}>
          {title}
        </Box>
        <p className={styles["text"]}>{text}</p>
      </div>
      {onAct ? (
        <Button variant="default" c="var(--kinora-failed)" loading={busy} onClick={onAct}>
          {action ?? title}
        </Button>
      ) : null}
    </div>
  );
}
