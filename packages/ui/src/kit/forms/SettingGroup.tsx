import { Group } from "@mantine/core";
import { useContext, useEffect, useRef, type ReactNode } from "react";
import { SectionsContext } from "./sections.ts";
import styles from "./Settings.module.css";

/**
 * A title above a group of settings. Each of Mantine's fields, switches and checkboxes in it becomes a row: label and
 * hint left, control right; below each other where that does not fit. Use a `SettingRow` for anything else.
 */
export function SettingGroup({
  title,
  text,
  action,
  children,
}: {
  title: string;
  /** One sentence about all of them. */
  text?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  const element = useRef<HTMLElement>(null);
  const add = useContext(SectionsContext);
  useEffect(() => (element.current ? add?.(element.current, title) : undefined), [add, title]);
  return (
    <section ref={element} className={styles["group"]}>
      <Group gap="4px 12px" justify="space-between">
        <h2 className="heading">{title}</h2>
        {action}
      </Group>
      {text === undefined ? null : <p className={styles["text"]}>{text}</p>}
      <div className={styles["frame"]}>{children}</div>
    </section>
  );
}
