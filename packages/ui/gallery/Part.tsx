import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./Gallery.module.css";

/** One part of the kit in its states, under its name. */
export const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className={styles["part"]} aria-label={name}>
    <h2>{name}</h2>
    {children}
  </section>
);

/** States beside each other. */
export const Row = ({ children }: { children: ReactNode }) => <Group gap="sm">{children}</Group>;
