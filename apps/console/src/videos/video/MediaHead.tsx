import { Group, Title } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./MediaTab.module.css";

/** The title of a section of the media, and what can be done with it. */
export const MediaHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={styles["head"]}>
    <Title order={2}>{title}</Title>
    <Group gap="xs">{children}</Group>
  </div>
);
